/**
 * Recognizes a body of unknown shape that only reports a recovery. Conservative, because a page too many is better than one
 * too few. The states of a body decide alone, and each of them must be healthy. Without a state, the kind of the message, its
 * severity or a flag decides, if no text describes a failure. Without these the text must begin, or end, as tools write it.
 */
import { firstText, isObject, textOf, type Foreign } from "../members.ts";

/** `✅ Up`, `ALERT_RECOVERY` and `incident.resolved` as `up`, `recovery` and `resolved`. */
const stateWord = (sent: string): string =>
  sent
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:alert|incident|issue|problem|monitor|check|uptime|event|service|host) (?=.)/, "");

const healthyWord =
  /^(?:ok|okay|up|resolved?|recover(?:ed|y)?|normal|healthy|operational|clear(?:ed)?|pass(?:ed|ing)?|green|online|reachable|(?:degraded|failure) recovery|back(?: up| online| to normal)|[a-z ]{1,30} ended now up)$/;

/** True for a state, in any case, that is healthy in each tool that uses the word. */
export const isHealthyWord = (state: string): boolean => healthyWord.test(stateWord(state));

/** Members that hold the state of a thing, by their plain names; those of an earlier state do not count. */
const isStateName = (name: string): boolean =>
  /(?:status|state)(?:name|string)?$|newstatevalue$|^(?:monitorcondition|alerttransition|transition|health|messagetype|notificationtype|alerttypefriendlyname)$/.test(
    name,
  ) && !/^(?:old|prev|last|from|prior|http|raw)/.test(name);

/** Members that hold the kind of a message, and the words in them for an end. */
const kindNames =
  "type eventtype event eventaction action actiontype actiongroup alerttype alertevent condition".split(
    " ",
  );
const goodKind =
  /^(?:ok|okay|up|resolve|recover(?:y)?|clear(?:ed)?|healthy|success|state event end|(?:degraded|failure) recovery)$|(?:^| |[a-z](?<!un|not))(?:recovered|resolved)(?:notification)?$/;
/** These speak of the problem: the text beside them is its name, which can describe a failure. */
const endKind =
  /^(?:resolve|clear(?:ed)?|state event end)$|(?:^| |[a-z](?<!un|not))(?:resolved|recovered)(?:notification)?$/;
const badKind = /\b(?:fail\w*|down|firing|critical|danger|unhealthy|offline|unreachable)\b/;

/** In these, `normal` and `info` are degrees of a problem. */
const severityNames = ["severity", "level", "alertlevel"];
const goodSeverity = /^(?:ok|okay|clear(?:ed)?|resolved|recover(?:ed|y)|success|healthy)$/;

const resultNames = ["conclusion", "result", "outcome"];
const goodResult = /^(?:ok|success(?:ful)?|succeeded|pass(?:ed)?)$/;

/** Flags that are true of something healthy. `ok` and `success` often speak of the request. */
const flagNames = "online healthy up resolved recovered reachable passing backtonormal".split(" ");
const flags = [...flagNames, ...flagNames.map((name) => `is${name}`)];
const badFlags = "down firing failing failed isdown isfiring isfailing".split(" ");

/** Words that describe a failure, or deny a recovery. */
const failure =
  /❌|🔴|🚨|🔥|⚠|\b(?:down|firing|fail(?:s|ed|ing|ures?)?|errors?|critical|alerting|unreachable|offline|unhealthy|degraded|outage|timed? ?out|not|no longer up|still|again fail\w*)\b/iu;

/** True for a text that describes a failure, or denies a recovery. */
export const tellsOfFailure = (text: string): boolean => failure.test(text.slice(0, 4_000));

const denial = /❌|🔴|🚨|🔥|\b(?:not|still|firing|alerting|again)\b/iu;
const mark = /❌|🔴|🚨|🔥|⚠|\b(?:down|firing|failed|critical|alerting)\b/iu;

/** `[Recovered] X`, `[RESOLVED:1] X`, `Resolved in 4m: X`: X is the name of the problem, which can describe a failure. */
const named =
  /^[*\s]*(?:\[\s*(?:✅\s*)?(?:resolved|recovered)(?::\d+)?(?: on [^\]]{1,200})?\s*\]|(?:resolved|recovered)(?: in [^:]{1,40})?\s*:|RECOVERY (?:service|host) alert)/iu;
/** `✅ Shop`, `[shop] [✅ Up] 200 - OK`, `[OK] disk`, `OK: disk`. */
const marked =
  /^(?:\[[^\]]{1,100}\]\s*)?(?:✅|✔|🟢|💚|\[\s*(?:✅\s*)?(?:up|ok)\s*\]|(?:recovery|ok)\s*:)/iu;
/** `Shop is back up`, `db1 has recovered`, `API recovered`, `Backup completed successfully`. */
const ended =
  /\b(?:is|are|was|has|have|been|now) (?:now |been )?(?:back (?:up|online|to normal|in service)|up again|online again|recovered|resolved|healthy|operational)(?: again)?[\s.!*]*$|^[^.!?]{0,200}\brecovered[\s.!*]*$|\b(?:backup|job|run|build|deploy(?:ment)?|task|sync|replication|restore|snapshot) (?:was |is |has )?(?:successful|succeeded|completed successfully|finished successfully)[\s.!*]*$/iu;
/** Upper case, because "traffic is up" is none. */
const upperEnded = /\bis (?:UP|OK|ONLINE)\b(?=[:.!*\s]|$)/u;

/** `layers`: of the body. `texts`: its title, and its texts. */
export function isWellAgain(
  layers: readonly Foreign[],
  texts: readonly (string | null)[],
): boolean {
  const words = texts.filter((text) => text !== null).map((text) => text.slice(0, 4_000));
  const kinds = wordsOf(layers, kindNames);
  if (kinds.some((kind) => badKind.test(kind))) return false;
  const states = statesOf(layers);
  const closes = layers.some((layer) => Object.keys(layer).some((name) => isKeyed(layer, name)));
  if (states.length > 0) {
    // Beside a text, success is often that of the request.
    const succeeds = words.length === 0;
    return states.every(
      (state) =>
        isHealthyWord(state) ||
        (closes && isClosed(stateWord(state))) ||
        (succeeds && goodResult.test(stateWord(state))),
    );
  }
  const isBad =
    wordsOf(layers, flags).includes("false") || wordsOf(layers, badFlags).includes("true");
  if (isBad) return false;
  const isGood =
    kinds.some((kind) => goodKind.test(kind) || (closes && isClosed(kind))) ||
    wordsOf(layers, severityNames).some((level) => goodSeverity.test(level)) ||
    wordsOf(layers, resultNames).some((result) => goodResult.test(result)) ||
    wordsOf(layers, flags).includes("true");
  if (isGood) {
    const isEnd = kinds.some((kind) => endKind.test(kind) || (closes && isClosed(kind)));
    return !words.some((text) => (isEnd ? denial.test(text) : tellsOfFailure(text)));
  }
  const [first] = words;
  if (first === undefined) return false;
  if (named.test(first)) return !denial.test(first);
  if (marked.test(first)) return !mark.test(first);
  return (ended.test(first) || upperEnded.test(first)) && !failure.test(first);
}

/** The states that a body names; a number gives way to its own word, such as `alertStatusString`. */
const statesOf = (layers: readonly Foreign[]): string[] =>
  layers.flatMap((layer) =>
    Object.keys(layer)
      .filter((name) => isStateName(name) && !Object.hasOwn(layer, `${name}string`))
      .flatMap((name) => textOf(layer[name]) ?? [])
      // A success of HTTP is that of a request.
      .filter((state) => !/^2\d\d$/.test(state)),
  );

/** Something that can be closed, by its key or with one; a port that is closed is none. */
const isKeyed = (layer: Foreign, name: string): boolean =>
  /^(?:(?:alert|incident|issue|problem|case|ticket)(?:id|key|number|url)|dedup(?:key)?)$/.test(
    name,
  ) ||
  (/^(?:alert|incident|issue|problem)$/.test(name) &&
    isObject(layer[name]) &&
    firstText(layer[name], "id", "key") !== null);
const isClosed = (word: string) => /^(?:closed?|cancell?ed|merged)$/.test(word);

/** True for a body that says that its problem is acknowledged. */
export const isAcknowledged = (layers: readonly Foreign[]): boolean =>
  [...statesOf(layers), ...wordsOf(layers, kindNames)].some((said) =>
    /^(?:ack|acknowledge(?:d|ment)?)$/.test(stateWord(said)),
  );

const wordsOf = (layers: readonly Foreign[], names: readonly string[]): string[] =>
  layers.flatMap((layer) =>
    names.flatMap((name) => {
      const text = firstText(layer, name);
      return text === null ? [] : [stateWord(text)];
    }),
  );
