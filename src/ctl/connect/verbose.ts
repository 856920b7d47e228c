/** `--verbose`: each request and its answer, on stderr, without secrets. */
import type { Exchange, Outgoing } from "../../client/exchange.ts";
import type { Io } from "../io.ts";

/** An exchange that prints a line for each request: its address, its answer, and its time. */
export function saying(io: Io, exchange: Exchange): Exchange {
  return async (request) => {
    const since = io.now();
    const say = (outcome: string) =>
      io.stderr.write(
        `> ${request.method} ${shown(request)}: ${outcome}, ${io.now() - since} ms\n`,
      );
    try {
      const answer = await exchange(request);
      const id = answer.headers["x-request-id"];
      const size = Buffer.byteLength(answer.text);
      say(`${answer.status}, ${size} bytes${typeof id === "string" ? `, request ${id}` : ""}`);
      return answer;
    } catch (error) {
      say((error as Error).message);
      throw error;
    }
  };
}

/** The address; the ids of inbound URLs, invitations and sign-in links are secrets. */
function shown({ url }: Outgoing): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.replace(/^(.*\/(?:webhook|join|phone)\/)[^]+$/, "$1***")}${search}`;
}
