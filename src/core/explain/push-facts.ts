/**
 * Says the facts that some channels show beside the text of a push: the people reached, the next pages, and why this
 * person is notified. The sentences are those of the incident's page. Pure.
 */
import type { Instant } from "../model/model.ts";
import type { PushFacts } from "../paging/push.ts";
import { becauseOf } from "../on-call/audience.ts";
import { nextText, reachSentence } from "./reach-text.ts";
import { reachCounts, reachOf, type ReachEvidence } from "./reach.ts";

/** The facts about the incident of `evidence` for the user `user_id`. */
export function pushFacts(evidence: ReachEvidence, user_id: string, now: Instant): PushFacts {
  const reach = reachOf(evidence, now);
  const { group = null, member = null } =
    evidence.people.find(({ user }) => user.id === user_id) ?? {};
  return {
    timezone: member?.timezone ?? group?.timezone ?? reach.timezone,
    group: evidence.plan?.group.title ?? null,
    notified: reachSentence(reach, now),
    reached: reachCounts(reach).reached,
    pages: reach.people.reduce((sum, { accepted }) => sum + accepted, 0),
    next: nextText(reach, now),
    because: group && member ? becauseOf(member, group) : null,
  };
}
