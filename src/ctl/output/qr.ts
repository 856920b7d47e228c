/** A QR code as text: two rows of squares in each line, by half blocks. Pure. */

/** Black on white of the fixed palette: themes change the first sixteen colors, and cameras want contrast. */
const ink = "\u001b[38;5;16;48;5;231m";
const plain = "\u001b[0m";

/**
 * `color`: black on white, with any colors of the terminal. Without color the light modules are
 * drawn, as a dark background needs; on a light background the code is inverted, which most cameras read
 * too.
 */
export function qrText(rows: readonly (readonly boolean[])[], color: boolean): string {
  let text = "";
  for (let y = 0; y < rows.length; y += 2) {
    const line = rows[y]!.map((dark, x) => {
      const upper = dark === color;
      // Below the last of an odd number of rows, no dark module is drawn.
      const lower = (rows[y + 1]?.[x] ?? false) === color;
      return upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
    }).join("");
    text += color ? `${ink}${line}${plain}\n` : `${line}\n`;
  }
  return text;
}
