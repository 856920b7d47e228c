/** A server of somebody else, which keeps everything that is sent to it: secrets that it should not get stand out. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Stranger = Awaited<ReturnType<typeof startStranger>>;

export async function startStranger() {
  /** Requests with their headers, passwords of Basic auth in plain text, and bodies. */
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? "";
    const [, basic = ""] = /^Basic (\S+)/.exec(authorization) ?? [];
    heard.push(`${request.url} ${JSON.stringify(request.headers)} ${atob(basic)}`);
    request.on("data", (chunk: Buffer) => heard.push(chunk.toString()));
    request.on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, heard, stop: () => server.close() };
}
