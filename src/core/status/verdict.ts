/** The state of all systems of a public page in a sentence. Pure. */
import type { PublicState } from "../model/status.ts";
import { plural } from "../text/plural.ts";
import { overall } from "./status-page.ts";

/** The most systems that the verdict names. */
const mostNamed = 3;

export interface Verdict {
  state: PublicState;
  /** `Checkout is down, Payments is degraded`. */
  text: string;
  /** The others: `16 other systems are operational`; null: none. */
  rest: string | null;
}

interface Shown {
  name: string;
  state: PublicState;
}

const adjectives: Record<PublicState, string> = {
  down: "down",
  degraded: "degraded",
  maintenance: "under maintenance",
  operational: "operational",
  unknown: "not measured",
};

const are = (n: number) => (n === 1 ? "is" : "are");

/** The verdict names the systems with a problem while they are three or fewer, then it counts them. */
export function verdictOf(systems: readonly Shown[]): Verdict {
  const state = overall(systems.map((one) => one.state));
  const within = (...states: PublicState[]) => systems.filter((one) => states.includes(one.state));
  const problems = [...within("down"), ...within("degraded")];
  const noted = problems.length > 0 ? problems : within("maintenance");
  if (systems.length === 0) return { state, text: "No systems are published yet", rest: null };
  if (noted.length > 0)
    return { state, text: noteOf(noted, systems.length), rest: restOf(systems, noted) };
  const working = within("operational");
  if (working.length === systems.length)
    return { state, text: "All systems are operational", rest: null };
  if (working.length === 0) return { state, text: "Not measured yet", rest: null };
  return {
    state,
    text: `${working.length} of ${systems.length} systems ${are(working.length)} operational`,
    rest: restOf(systems, working),
  };
}

function noteOf(noted: readonly Shown[], all: number): string {
  if (noted.length <= mostNamed)
    return noted.map((one) => `${one.name} is ${adjectives[one.state]}`).join(", ");
  const states = [...Map.groupBy(noted, (one) => one.state)];
  return states
    .map(([state, of], i) =>
      i === 0
        ? `${of.length} of ${all} systems ${are(of.length)} ${adjectives[state]}`
        : `${of.length} ${adjectives[state]}`,
    )
    .join(", ");
}

/** The systems that the sentence did not mention, by state. */
function restOf(systems: readonly Shown[], mentioned: readonly Shown[]): string | null {
  const others = systems.filter((one) => !mentioned.includes(one));
  const states = [...Map.groupBy(others, (one) => one.state)];
  return states.length === 0
    ? null
    : states
        .map(
          ([state, of]) =>
            `${plural(of.length, "other system")} ${are(of.length)} ${adjectives[state]}`,
        )
        .join(", ");
}
