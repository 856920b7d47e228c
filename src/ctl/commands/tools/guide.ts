import { anchorOf, groupsOf, sectionsOf, type Guide } from "../../../core/guide/guide.ts";
import { searchGuides } from "../../../core/guide/search.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { readGuides } from "../../../guide/read-guides.ts";
import { markdownText } from "../../guide/markdown-text.ts";
import { paged } from "../../guide/pager.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { foldedBehind } from "../../output/table.ts";
import { wrongInput } from "../../call/failure.ts";

/** Prints a guide, a part of one, the list of them, or the parts with some words. Needs no server. */
export const run: Run = async ({ io, args, options, style }) => {
  const guides = readGuides();
  const words = options["search"];
  if (typeof words === "string") {
    const hits = searchGuides(guides, words);
    if (hits.length === 0)
      throw wrongInput("not_found", `no guide has the words "${words}"`, "try one of them alone");
    for (const { guide, section, excerpt } of hits) {
      const topic = `${guide.name}${section.id === "" ? "" : `#${section.id}`}`;
      io.stdout.write(`${style.bold(topic)}\n${excerpt === "" ? "" : `  ${excerpt}\n`}`);
    }
    return exitCodes.done;
  }
  const [topic] = args;
  if (topic === undefined) {
    const width = Math.max(...guides.map(({ name }) => name.length));
    for (const { group, guides: ofGroup } of groupsOf(guides)) {
      io.stdout.write(`${style.bold(group)}\n`);
      for (const { name, question } of ofGroup)
        io.stdout.write(`  ${name.padEnd(width)}  ${foldedBehind(question, width + 4, style)}\n`);
    }
    return exitCodes.done;
  }
  const [name, anchor] = topic.replace(/\.md\b/, "").split("#");
  const guide = guides.find((one) => one.name === name);
  if (!guide)
    throw wrongInput(
      "not_found",
      `no guide "${name}"${didYouMean(
        name!,
        guides.map((one) => one.name),
      )}`,
      "monitorctl guide lists them",
    );
  const body = anchor === undefined ? guide.body : partOf(guide, anchor);
  const head = anchor === undefined ? `${style.bold(guide.title)}\n\n` : "";
  await paged(io, `${head}${markdownText(body, style)}`);
  return exitCodes.done;
};

/** The part below a heading, with the parts below it. */
function partOf(guide: Guide, anchor: string): string {
  const sections = sectionsOf(guide).slice(1);
  const at = sections.findIndex(({ id }) => id === anchorOf(anchor));
  if (at < 0)
    throw wrongInput(
      "not_found",
      `the guide ${guide.name} has no part "${anchor}"${didYouMean(
        anchor,
        sections.map(({ id }) => id),
      )}`,
      `its parts: ${sections.map(({ id }) => id).join(", ")}`,
    );
  const { level } = sections[at]!;
  const after = sections.findIndex((one, i) => i > at && one.level <= level);
  return sections
    .slice(at, after < 0 ? undefined : after)
    .map((one) => `${"#".repeat(one.level)} ${one.heading}\n${one.text}`)
    .join("\n");
}
