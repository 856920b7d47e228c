/** A server behind a webhook: remembers what is posted, and answers as it is told to. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent: what is signed. */
  text: string;
  body: Buffer;
}

export interface Hook {
  url: string;
  posted: Posted[];
  /** 0: it takes what is posted, and closes the connection without an answer. */
  answerWith(status: number, headers?: Record<string, string>, body?: string): void;
  stop(): Promise<void>;
}

export async function startHook(): Promise<Hook> {
  const posted: Posted[] = [];
  let answer = { status: 204, headers: {} as Record<string, string>, body: "" };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks as Buffer[]);
      const text = body.toString("utf8");
      posted.push({ path: request.url ?? "", headers: request.headers, text, body });
      if (answer.status === 0) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answerWith: (status, headers = {}, body = "") => void (answer = { status, headers, body }),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a receiver that knows the secret would believe this, as the documentation tells it to check. */
export function isSigned({ headers, text }: Posted, secret: string): boolean {
  const given = String(headers["x-monitord-signature"]);
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(given) ?? [];
  return v1 !== "" && v1 === createHmac("sha256", secret).update(`${t}.${text}`).digest("hex");
}
