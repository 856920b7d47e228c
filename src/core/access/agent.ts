/** Programs by their user agents, in words that a person recognizes. Pure. */

/** The marks of browsers; each has the marks of those after it as well. */
const browsers = {
  Edge: /\bEdg(?:A|iOS)?\//,
  Opera: /\bOPR\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|CriOS)\//,
  Safari: /\bSafari\//,
};

const systems = {
  iPhone: /iPhone|iPod/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  ChromeOS: /CrOS/,
  macOS: /Macintosh|Mac OS/,
  Linux: /Linux|X11/,
};

const longest = 40;

const nameIn = (marks: Record<string, RegExp>, userAgent: string): string | undefined =>
  Object.entries(marks).find(([, mark]) => mark.test(userAgent))?.[0];

/** `Firefox on Linux`; of a program its name, as `monitorctl`. */
export function agentOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  if (!browser) {
    const name = /^[\w.-]+/.exec(userAgent)?.[0].slice(0, longest);
    return name === undefined || name === "Mozilla" ? "Unknown browser" : name;
  }
  const system = nameIn(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The part of an address that a provider gives to its customers: /16 of IPv4, /32 of IPv6. */
export function networkOf(address: string): string {
  const v4 = /(?:^|:)(\d+\.\d+)\.\d+\.\d+$/.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  return address.split(":", 2).join(":");
}

/** True when an earlier sign-in came from such a browser and network. */
export const isKnownDevice = (
  { agent, client_address }: { agent: string; client_address: string | null },
  earlier: readonly { agent: string | null; client_address: string | null }[],
): boolean =>
  earlier.some(
    (one) =>
      one.agent === agent &&
      networkOf(one.client_address ?? "") === networkOf(client_address ?? ""),
  );
