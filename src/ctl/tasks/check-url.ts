/** Checks a URL that no monitor has yet, and finds the kind of its answer. */
import type { CheckOutcome } from "../../api/checks.ts";
import type { Body } from "../../api/routes/table.ts";
import type { Client } from "../../client/client.ts";

/**
 * The outcome of a check. When `expect` is open and the server proposes another one, the outcome is that of the proposal,
 * which stays in it.
 */
export async function checkUrl(
  client: Client,
  url: string,
  given: Pick<Body<"POST /checks">, "expect" | "method" | "ip_version"> = {},
): Promise<CheckOutcome> {
  const first = await client.send("POST /checks", { body: { url, ...given } });
  // A server of an earlier version makes no proposal.
  const proposal = first.proposal ?? null;
  if (proposal === null || given.expect !== undefined) return first;
  const second = await client.send("POST /checks", {
    body: { url, ...given, expect: proposal.expect },
  });
  return { ...second, proposal };
}
