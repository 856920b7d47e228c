/**
 * Programs and libraries that report to other services, as they are installed: each reports to monitord with nothing changed
 * but the address. One that this machine lacks is skipped; `.ci/run` says where each one comes from.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

const execute = promisify(execFile);
/** The Python, and the folder of Node, that have the libraries. */
const python = process.env["SENDERS_PYTHON"] ?? "python3";
const folder = process.env["SENDERS_NODE"] ?? "/nonexistent";

const hasPython = (module: string) =>
  spawnSync(python, ["-c", `import ${module}`], { stdio: "ignore" }).status === 0;
const hasNode = (module: string) => existsSync(`${folder}/node_modules/${module}/package.json`);
const inPython = (text: string, ...args: string[]) =>
  execute(python, ["-c", text, ...args], { timeout: 60_000 });
const inNode = (text: string, ...args: string[]) =>
  execute(process.execPath, ["--input-type=module", "-e", text, "--", ...args], {
    cwd: folder,
    timeout: 60_000,
  });

let http: HttpSide;
let group: { id: string; webhook_url: string };
let monitor: { id: string; webhook_id: string; webhook_url: string };
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());
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

  test.skipIf(!hasPython("pagerduty"))("pagerduty opens an incident and resolves it", async () => {
    const program = `
import sys, pagerduty
client = pagerduty.EventsApiV2Client("r" * 32)
client._url = sys.argv[1]  # it takes https alone, which this test does not speak
key = client.trigger("Disk full", "db1", severity="critical")
if sys.argv[2] == "resolve":
    client.resolve(key)
`;
    await inPython(program, group.webhook_url, "");
    expect(await statuses()).toEqual([opened]);
    await inPython(program, group.webhook_url, "resolve");
    expect(await statuses()).toEqual([resolved]);
  });
});
