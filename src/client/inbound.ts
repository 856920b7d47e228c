/** Posts to inbound URLs, as applications do: no key, the id in the URL is the secret. */
import type { Problem } from "../api/problem.ts";
import { ApiProblem, reasonOf, Unreachable } from "./errors.ts";

/** What the URL answered: for a monitor how many reports, for a group the format too. */
export interface Taken {
  accepted: number;
  format?: string;
}

/** Posts `body` as JSON once; rejects with one of the errors of `errors.ts`, which never hold the URL's secret. */
export async function postInbound(
  url: string,
  body: string,
  options: { userAgent: string; timeout: number },
): Promise<Taken> {
  const { origin } = new URL(url);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": options.userAgent,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(options.timeout),
    });
    text = await response.text();
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    throw new Unreachable(
      origin,
      late ? `no answer within ${options.timeout / 1000} s` : reasonOf(error),
      error,
    );
  }
  const answer = parsed(text) as Partial<Problem & Taken> | null;
  if (response.ok && typeof answer?.accepted === "number")
    return answer as Taken;
  const known = typeof answer?.detail === "string";
  throw new ApiProblem(
    {
      type: "about:blank",
      title: "Refused",
      instance: "",
      ...answer,
      status: response.status,
      detail: known
        ? answer.detail!
        : `${origin} answered HTTP ${response.status}, but not as monitord does`,
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
