/** The colors and weights of a terminal's text as HTML. Pure. */

const styles: Record<string, string> = {
  "1": "font-weight:bold",
  "2": "opacity:.65",
  "7": "background:#d5dae1;color:#14171c",
  "31": "color:#ff7b72",
  "32": "color:#56d364",
  "33": "color:#e3b341",
  "34": "color:#79c0ff",
  "35": "color:#d2a8ff",
  "36": "color:#76e3ea",
  "90": "color:#8b949e",
};
/** Codes that end the code of a style. */
const ends: Record<string, string[]> = {
  "22": ["1", "2"],
  "27": ["7"],
  "39": ["31", "32", "33", "34", "35", "36", "90"],
};

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `text` with SGR codes; other escape sequences are not expected. */
export function ansiHtml(text: string): string {
  let active = new Set<string>();
  // oxlint-disable-next-line no-control-regex -- The codes of a terminal begin with it.
  return [...text.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)]
    .map(([, codes, plain]) => {
      if (plain !== undefined) {
        const style = [...active].map((code) => styles[code]).filter(Boolean);
        return style.length === 0
          ? escaped(plain)
          : `<span style="${style.join(";")}">${escaped(plain)}</span>`;
      }
      for (const code of codes!.split(";")) {
        if (code === "" || code === "0") active = new Set();
        else if (ends[code]) ends[code].forEach((one) => active.delete(one));
        else active.add(code);
      }
      return "";
    })
    .join("");
}
