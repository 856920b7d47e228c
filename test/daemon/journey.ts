/**
 * Run by `machines.test.ts`, where the machine is another one: a daemon with a phone, an application and its reports.
 * Prints what happened as JSON.
 */
import { createSocket } from "node:dgram";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf, topic } from "../support/daemon-client.ts";
import { startPhone } from "../support/phone.ts";
import { startMonitord } from "../support/process.ts";
import { startTarget } from "../support/target.ts";

export interface Journey {
  /** An empty folder. */
  folder: string;
  /** The address of everything, as in a URL. */
  host: string;
  env: Record<string, string>;
  /** Name servers that take questions and answer none. */
  silentNames?: boolean;
}

export interface Outcome {
  /** Titles and texts of what the phone got. */
  pages: { title: string; message: string }[];
  /** Questions that reached a silent name server. */
  asked: number;
  /** What the daemon warns of. */
  warnings: string[];
}

const { folder, host, env, silentNames } = JSON.parse(process.argv[2]!) as Journey;
const names = createSocket("udp4");
let asked = 0;
names.on("message", () => (asked += 1));
if (silentNames) await new Promise<void>((resolve) => names.bind(53, "127.0.0.1", resolve));
const phone = await startPhone({ host });
const target = await startTarget({ host });
const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
const listens = ["--host", host.replace(/^\[|\]$/g, "")];
const daemon = await startMonitord(["--data-dir", folder, ...listens], {
  MONITORD_NTFY_URL: phone.url,
  MONITORD_BOOTSTRAP_API_KEY: key,
  ...env,
});
const { api, errors, report } = clientOf(() => daemon.url, key);
const paged = (title: string) => phone.waitFor((message) => message.title === title);

const monitor = await errors(1);
const [group] = await api<{ id: string }[]>("GET", "/alert_groups");
const alert_group_id = group!.id;
type Checked = { id: string };
const watch = (title: string, url: string) =>
  api<Checked>("POST", "/health_check_monitors", {
    title,
    url,
    alert_group_id,
    timeout_seconds: 2,
  });
// Before the others, so that they would wait for it.
if (silentNames) await watch("Shop", "http://shop.example/health");
target.breakCheck("database", "İstanbul is gone");
await watch("Bank", target.healthUrl);
await report(monitor);
await Promise.all([paged("Errors: 1 error in 5 minutes"), paged("Bank is down")]);
await daemon.kill();
names.close();
await Promise.all([phone.stop(), target.stop()]);
const warnings = daemon.output().match(/^.*"level":"(?:warn|error|fatal)".*$/gm) ?? [];
const pages = phone.messages(topic).map(({ title, message }) => ({ title, message }));
const outcome: Outcome = { pages, asked, warnings };
console.log(JSON.stringify(outcome));
