/** The internet of a machine that has none: all names that the guides mention, answered by one process. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { KeyAndCert } from "../support/certificate.ts";
import { startPhone } from "../support/phone.ts";

type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;

/** Hands a request to a server of this machine. */
const to =
  (port: () => string): Answer =>
  (asked, answer) => {
    const { method, url: path, headers } = asked;
    const more = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
    const passed = request(
      { port: port(), host: "127.0.0.1", method, path, headers: { ...headers, ...more } },
      (answered) => {
        answer.writeHead(answered.statusCode!, answered.headers);
        answered.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  };

const json =
  (body: () => unknown): Answer =>
  (_, answer) => {
    answer.setHeader("content-type", "application/json").end(JSON.stringify(body()));
  };

const report = json(() => ({
  finishedAt: Math.floor(Date.now() / 1000),
  checkResults: [{ name: "disk", label: "Disk space", status: "ok", shortSummary: "70 %" }],
}));

const checks = json(() => ({
  checks: [{ name: "nightly", slug: "nightly", timeout: 1800, grace: 60, status: "up" }],
}));

const page: Answer = (_, answer) => {
  answer.setHeader("content-type", "text/html").end("<title>Shop</title><h1>Welcome</h1>");
};

const ok: Answer = (_, answer) => void answer.end("ok");

let phone = "";
const monitord = to(() => "8620");
const ntfy = to(() => phone);

/** Who answers under a name, by path; `*`: any other path. */
const answers: Record<string, Record<string, Answer>> = {
  "monitor.example.com": { "*": monitord },
  "monitor.example.org": { "*": monitord },
  "shop.example.com": { "/health": report, "*": page },
  "reports.example.com": { "*": report },
  "router.example.com": { "*": page },
  "wiki.example.com": { "*": page },
  "www.example.com": { "*": page },
  "example.com": { "*": page },
  "ntfy.sh": { "*": ntfy },
  "ntfy.example.com": { "*": ntfy },
  "ntfy.example.lan": { "*": ntfy },
  "gateway.example.lan": { "*": page },
  "hooks.slack.com": { "*": ok },
  "hooks.example.com": { "*": ok },
  "hc-ping.com": { "*": ok },
  "hc.example.com": { "*": checks },
};

/** Names that are looked up, and where nothing of HTTP answers. */
const others = ["mail.example.com", "mail.example.org", "db.example.com", "backup.example.com"];

export const names = [...Object.keys(answers), ...others];

/** Answers on the ports of the web, with a certificate for all names. */
export async function startInternet(certificate: KeyAndCert): Promise<void> {
  phone = new URL((await startPhone()).url).port;
  const answer: Answer = (asked, answered) => {
    const host = new URL(`http://${asked.headers.host ?? ""}`).hostname;
    const paths = answers[host] ?? { "*": page };
    (paths[asked.url!] ?? paths["*"]!)(asked, answered);
  };
  await new Promise<void>((resolve) => createServer(answer).listen(80, "0.0.0.0", resolve));
  await new Promise<void>((resolve) =>
    createTlsServer(certificate, answer).listen(443, "0.0.0.0", resolve),
  );
}
