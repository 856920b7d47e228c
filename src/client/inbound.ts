/** Posts to inbound URLs, as applications do: no key, the id in the URL is the secret. */
import type { Accepted } from "../api/inbound.ts";
import type { Problem } from "../api/problem.ts";
import { ApiProblem } from "./errors.ts";
import { foreignText } from "./foreign.ts";
import { askedPause, kyFor, unanswered } from "./http.ts";

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
  let headers: Headers;
  let pause: number;
  try {
    const http = await kyFor("", { apiKey: null, userAgent, timeout });
    const own = { "content-type": contentType, "idempotency-key": idempotencyKey };
    const response = await http.post(url, { body, headers: own, throwHttpErrors: false });
    ({ status, headers } = response);
    pause = askedPause(response) / 1000;
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
      detail: known ? answer.detail! : foreignText(origin, status, elsewhere(url, headers)),
    },
    known,
    pause === 0 ? null : pause,
  );
}

/** The server that a redirect leads to; null: none, or the same. Its path repeats the secret. */
function elsewhere(url: string, headers: Headers): string | null {
  const target = URL.parse(headers.get("location") ?? "", url);
  return target === null || target.origin === new URL(url).origin ? null : target.origin;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
