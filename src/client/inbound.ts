/** Posts to inbound URLs, as applications do: no key, the id in the URL is the secret. */
import type { Accepted } from "../api/inbound.ts";
import type { Problem } from "../api/problem.ts";
import { ApiProblem } from "./errors.ts";
import { kyFor, unanswered } from "./http.ts";

/**
 * Posts `body` once; rejects with one of the errors of `errors.ts`, which never hold the URL's secret.
 * Posts with the same `idempotencyKey` count once.
 */
export async function postInbound(
  url: string,
  body: string,
  {
    userAgent,
    timeout,
    idempotencyKey,
    contentType = "application/json",
  }: { userAgent: string; timeout: number; idempotencyKey: string; contentType?: string },
): Promise<Accepted> {
  const { origin } = new URL(url);
  let status: number;
  let text: string;
  try {
    const http = await kyFor("", { apiKey: null, userAgent, timeout });
    const headers = { "content-type": contentType, "idempotency-key": idempotencyKey };
    const sent = { body, headers, throwHttpErrors: false };
    const response = await http.post(url, sent);
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw await unanswered(error, origin, timeout);
  }
  // As a ping is answered.
  if (status === 200 && text === "OK") return { accepted: 1 };
  const answer = parsed(text) as Partial<Problem & Omit<Accepted, "status">> | null;
  if (status < 300 && typeof answer?.accepted === "number") return answer as unknown as Accepted;
  const known = typeof answer?.detail === "string";
  throw new ApiProblem(
    {
      type: "about:blank",
      title: "Refused",
      instance: "",
      ...answer,
      status,
      detail: known
        ? answer.detail!
        : `${origin} answered HTTP ${status}, but not as monitord does`,
    },
    known,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
