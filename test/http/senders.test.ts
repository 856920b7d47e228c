/**
 * Programs and libraries that report to other services, as they are installed: each reports to monitord with nothing changed
 * but the address. One that this machine lacks is skipped; `.ci/programs` says where each one comes from.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as requestOf } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

const execute = promisify(execFile);
/** The Python, and the folder of Node, that have the libraries. */
const python = process.env["SENDERS_PYTHON"] ?? "python3";
const folder = process.env["SENDERS_NODE"] ?? "/nonexistent";

const hasPython = (module: string) =>
  spawnSync(python, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0;
const hasNode = (module: string) => existsSync(`${folder}/node_modules/${module}/package.json`);
/** Programs trust the authority of the certificate below. */
const env = () => ({ ...process.env, SSL_CERT_FILE: authority, NODE_EXTRA_CA_CERTS: authority });
const inPython = (text: string, ...args: string[]) =>
  execute(python, ["-c", text, ...args], { timeout: 60_000, env: env() });
const inNode = (text: string, ...args: string[]) =>
  execute(process.execPath, ["--input-type=module", "-e", text, "--", ...args], {
    cwd: folder,
    timeout: 60_000,
    env: env(),
  });

let http: HttpSide;
let group: { id: string; webhook_url: string };
let monitor: { id: string; webhook_id: string; webhook_url: string };
/** TLS before monitord, as a proxy ends it: some clients speak nothing else. */
let proxy: Server;
let authority: string;
beforeAll(async () => {
  http = await startHttp();
  const issuer = makeAuthority("senders");
  authority = join(mkdtempSync(join(tmpdir(), "senders-")), "authority.pem");
  writeFileSync(authority, issuer.cert);
  proxy = createServer(issueCertificate(issuer, "IP:127.0.0.1"), (request, response) => {
    const { method, url, headers } = request;
    const to = new URL(url!, http.origin);
    const asked = requestOf(to, { method, headers: { ...headers, host: to.host } }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  rmSync(dirname(authority), { recursive: true });
  await http.end();
});
/** The same URL, by TLS. */
const overTls = (url: string) =>
  url.replace(http.origin, `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
beforeEach(async () => {
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
  const made = { title: "Shop", alert_group_id: group.id, error_rate_threshold: 1_000 };
  monitor = (await http.api("POST", "/webhook_monitors", made)).json;
});

const reports = async () => (await http.api("GET", `/webhook_monitors/${monitor.id}/reports`)).json;
const statuses = async () =>
  (await http.api("GET", `/incidents?source_id=${group.id}`)).json.map(
    ({ title, status }: { title: string; status: string }) => [title, status],
  );
const dsn = () => {
  const url = new URL(http.origin);
  url.username = monitor.webhook_id.replaceAll("-", "");
  return `${url.href}1`;
};

describe("a Sentry SDK with the webhook id as its key", () => {
  const thrown = {
    message: "ValueError: disk full",
    source: "production, shop@1.2.3",
    meta: { level: "error", platform: "python" },
  };

  test.skipIf(!hasPython("sentry_sdk"))(
    "of Python reports an exception, and no warning",
    async () => {
      const program = `
import sys, sentry_sdk
sentry_sdk.init(dsn=sys.argv[1], release="shop@1.2.3", environment="production", traces_sample_rate=1.0)
def total():
    raise ValueError("disk full")
with sentry_sdk.start_transaction(name="/checkout"):
    try:
        total()
    except ValueError:
        sentry_sdk.capture_exception()
sentry_sdk.capture_message("only a warning", level="warning")
sentry_sdk.flush(10)
`;
      await inPython(program, dsn());
      const [report, ...more] = await reports();
      expect([more, report]).toMatchObject([
        [],
        { ...thrown, source: expect.stringContaining(thrown.source) },
      ]);
      expect(report.meta.exception).toMatch(/^ValueError in total/);
    },
  );

  test.skipIf(!hasNode("@sentry/node"))("of Node reports an exception", async () => {
    const program = `
import * as Sentry from "@sentry/node";
Sentry.init({ dsn: process.argv.at(-1), release: "shop@1.2.3", environment: "production" });
function total() { throw new TypeError("disk full"); }
try { total(); } catch (error) { Sentry.captureException(error); }
if (!(await Sentry.flush(10_000))) throw new Error("not sent");
`;
    await inNode(program, dsn());
    const [report] = await reports();
    expect(report).toMatchObject({
      message: "TypeError: disk full",
      source: "production, shop@1.2.3",
    });
    expect(report.meta.exception).toMatch(/^TypeError in total/);
  });
});

test.skipIf(!hasBrowser || !hasNode("@sentry/browser"))(
  "the Sentry SDK of browsers reports an exception from a page of another site",
  async () => {
    const { outputFiles } = await build({
      stdin: { contents: 'export * from "@sentry/browser"', resolveDir: folder },
      bundle: true,
      format: "iife",
      globalName: "Sentry",
      write: false,
    });
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true, bypassCSP: true });
      // Another port is another site; a page of a public one may not ask an address of this machine.
      await page.goto(overTls(http.origin), { waitUntil: "commit" });
      await page.addScriptTag({ content: outputFiles[0]!.text });
      await page.evaluate(`
        Sentry.init({ dsn: ${JSON.stringify(dsn())}, release: "shop@1.2.3", environment: "production" });
        setTimeout(function pay() { throw new TypeError("no card"); });
      `);
      await expect
        .poll(reports, { timeout: 20_000 })
        .toMatchObject([{ message: "TypeError: no card", source: "production, shop@1.2.3" }]);
    } finally {
      await browser.close();
    }
  },
);

describe("an exporter of OpenTelemetry with the webhook URL as its endpoint", () => {
  test.skipIf(!hasPython("opentelemetry.exporter.otlp.proto.http"))(
    "of Python reports errors",
    async () => {
      const program = `
import sys
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
resource = Resource.create({"service.name": "shop", "service.version": "1.2.3"})
logs = LoggerProvider(resource=resource)
logs.add_log_record_processor(SimpleLogRecordProcessor(OTLPLogExporter(endpoint=sys.argv[1] + "/v1/logs")))
for number, body in ((SeverityNumber.ERROR, "disk full"), (SeverityNumber.WARN, "disk fills")):
    logs.get_logger("cart").emit(LogRecord(severity_number=number, body=body))
traces = TracerProvider(resource=resource)
traces.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(endpoint=sys.argv[1] + "/v1/traces")))
try:
    with traces.get_tracer("cart").start_as_current_span("GET /cart"):
        raise ValueError("no cart")
except ValueError:
    pass
logs.shutdown()
traces.shutdown()
`;
      await inPython(program, monitor.webhook_url);
      expect(await reports()).toMatchObject([
        { message: "disk full", source: "shop@1.2.3" },
        { message: "ValueError: no cart", source: "shop@1.2.3, GET /cart" },
      ]);
    },
  );

  test.skipIf(!hasNode("@opentelemetry/exporter-logs-otlp-http")).each(["http", "proto"])(
    "of Node, -%s, reports errors",
    async (form) => {
      const program = `
import { LoggerProvider, BatchLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-${form}";
const exporter = new OTLPLogExporter({ url: process.argv.at(-1) + "/v1/logs", compression: "gzip" });
const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
const logger = provider.getLogger("cart");
logger.emit({ severityNumber: 17, body: "disk full" });
logger.emit({ severityNumber: 9, body: "fine" });
await provider.shutdown();
`;
      await inNode(program, monitor.webhook_url);
      expect((await reports()).map((one: { message: string }) => one.message)).toEqual([
        "disk full",
      ]);
    },
  );
});

describe("a client of PagerDuty with the webhook URL of a group as its address", () => {
  const opened = ["Disk full: db1", "open"];
  const resolved = ["Disk full: db1", "resolved"];

  test.skipIf(!hasPython("pdpyras"))("pdpyras opens an incident and resolves it", async () => {
    const program = `
import sys, pdpyras
session = pdpyras.EventsAPISession("r" * 32)
session.url = sys.argv[1]
key = session.trigger("Disk full", "db1", severity="critical")
print(key)
`;
    const { stdout } = await inPython(program, group.webhook_url);
    expect(await statuses()).toEqual([opened]);
    const end = `
import sys, pdpyras
session = pdpyras.EventsAPISession("r" * 32)
session.url = sys.argv[1]
assert session.resolve(sys.argv[2]) == sys.argv[2]
`;
    await inPython(end, group.webhook_url, stdout.trim());
    expect(await statuses()).toEqual([resolved]);
  });

  test.skipIf(!hasPython("pagerduty"))(
    "pagerduty, by TLS, opens an incident and resolves it",
    async () => {
      const program = `
import sys, pagerduty
client = pagerduty.EventsApiV2Client("r" * 32, base_url=sys.argv[1])
key = client.trigger("Disk full", "db1", severity="critical")
if sys.argv[2] == "resolve":
    client.resolve(key)
`;
      await inPython(program, overTls(group.webhook_url), "");
      expect(await statuses()).toEqual([opened]);
      await inPython(program, overTls(group.webhook_url), "resolve");
      expect(await statuses()).toEqual([resolved]);
    },
  );

  test.skipIf(!hasNode("@pagerduty/pdjs"))(
    "pdjs, by TLS, opens an incident and resolves it",
    async () => {
      const program = `
import { event } from "@pagerduty/pdjs";
const [server, action] = process.argv.slice(-2);
const payload = { summary: "Disk full", source: "db1", severity: "critical" };
const send = async (data) => (await event({ data: { routing_key: "r", ...data }, server })).data;
const { status, dedup_key } = await send({ event_action: "trigger", payload });
if (status !== "success") throw new Error(status);
if (action === "resolve") await send({ event_action: "resolve", dedup_key });
`;
      const server = overTls(group.webhook_url).replace("https://", "");
      await inNode(program, server, "trigger");
      expect(await statuses()).toEqual([opened]);
      await inNode(program, server, "resolve");
      expect(await statuses()).toEqual([resolved]);
    },
  );

  const hasGo = spawnSync("go-pagerduty", { stdio: "ignore" }).error === undefined;
  test.skipIf(!hasGo)("go-pagerduty opens an incident and resolves it", async () => {
    const { stdout } = await execute("go-pagerduty", [group.webhook_url, "trigger"]);
    expect(await statuses()).toEqual([opened]);
    await execute("go-pagerduty", [group.webhook_url, "resolve", stdout.trim()]);
    expect(await statuses()).toEqual([resolved]);
  });
});
