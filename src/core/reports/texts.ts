/** The texts of reports in memory. An application that fails says the same each time: such a text takes its room once. Pure. */
import type { ErrorReport } from "../command/command.ts";

/**
 * Copies of reports that have the texts of the one before them where these are equal, and how many characters the other
 * texts add. `before`: the report before the first.
 */
export function shareTexts(
  reports: readonly ErrorReport[],
  before: ErrorReport | undefined,
): { reports: ErrorReport[]; characters: number } {
  let last = before;
  let characters = 0;
  const share = (text: string | null, earlier: string | null | undefined): string | null => {
    // Equal strings are two in memory: the earlier one is passed on.
    if (text === earlier) return earlier;
    characters += text?.length ?? 0;
    return text;
  };
  const shared = reports.map(({ at, message, source, meta }) => {
    last = {
      at,
      message: share(message, last?.message),
      source: share(source, last?.source),
      meta: share(meta, last?.meta),
    };
    return last;
  });
  return { reports: shared, characters };
}
