/**
 * Takes the state out of a title: "[Recovered] Disk full on db1" and "[Triggered] Disk full on db1" are about one problem,
 * as are "db1 is DOWN" and "db1 is UP". Only words in the places where tools write them are taken out.
 */
import { oneLine } from "../wording.ts";

const word =
  "(?:alert(?:ing|ed)?|alarm|firing|fired|triggered|problem|down|crit(?:ical)?|warn(?:ing)?|errors?|fail(?:ed|ing|ure)?|unhealthy|unreachable|unavailable|offline|degraded|unknown|no[ _-]?data|insufficient[ _]data|ok(?:ay)?|up|resolved?|recover(?:ed|y)|normal|healthy|operational|cleared?|pass(?:ing|ed)|closed|success(?:ful)?|succeeded|online|available|reachable|acknowledged?|acknowledgement|back (?:up|online|to normal))";

const marks = "[✅🟢💚❌🔴🚨🔥🟡🟠⚠✔✖\\u{fe0f}\\s]*";

const rules: readonly [pattern: RegExp, replacement: string][] = [
  // `[Shop] [🔴 Down] connection refused`
  [new RegExp(`^\\[([^\\]]{1,100})\\]\\s*\\[${marks}${word}\\].*$`, "iu"), "$1"],
  // `[FIRING:2]`, `[Warn]`, `(OK)`, `[Triggered on {host:db1}]`
  [new RegExp(`[[(]${marks}(?:re-?)?${word}(?::\\d+)?[\\])]`, "giu"), " "],
  [new RegExp(`\\[(?:re-?)?${word} on\\b`, "giu"), "[on"],
  // `Build #142`: the next run has another number
  [/(?<=\S)(?:\s*[–—:-])?\s*\b(?:build|run|pipeline|execution) #\d+\b/giu, " "],
  // `OK -> CRITICAL`
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${word}\\s*(?:->|=>|→|➔)\\s*${word}(?![\\p{L}\\p{N}])`, "giu"),
    " ",
  ],
  // `Resolved in 1h 2m: Disk full`, `** PROBLEM Service Alert: …`
  [new RegExp(`^[*\\s]*${word}(?: in [^:]{1,40})?\\s*:`, "iu"), " "],
  [
    new RegExp(
      `^[*\\s]*(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT|ALARM|OK|CRITICAL|WARNING|DOWN|UP)(?=\\s)`,
      "u",
    ),
    " ",
  ],
  // `db1 is DOWN: timeout`, `Backup has failed`, `API recovered`
  [
    new RegExp(
      `\\s+(?:is|are|was|has|have|went|came|became)\\s+(?:now |been |currently )?${word}(?![\\p{L}\\p{N}/])[.!]*`,
      "giu",
    ),
    " ",
  ],
  [new RegExp(`[\\s:–—-]+${word}[\\s.!*]*$`, "iu"), " "],
];

/** The title without its state; the title itself when it is only a state. */
export function withoutState(title: string): string {
  let text = oneLine(title, 1_000).replace(/(?:[✅🟢💚❌🔴🚨🔥🟡🟠⚠✔✖]|\u{fe0f})+/gu, " ");
  for (const [pattern, replacement] of rules) text = text.replace(pattern, replacement);
  text = text.replace(/[\s*]+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : title;
}
