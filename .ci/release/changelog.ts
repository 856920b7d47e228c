/** Reads CHANGELOG.md, which has the form of https://keepachangelog.com. Pure. */

/** The text below the heading of a version; null: there is none, or it is empty. */
export function sectionOf(changelog: string, version: string): string | null {
  const [, ...sections] = `\n${changelog}`.split(/\n## /);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const text = section?.slice(section.indexOf("\n")).trim() ?? "";
  return text === "" ? null : text;
}
