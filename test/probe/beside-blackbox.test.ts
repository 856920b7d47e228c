/**
 * The verdicts of monitord beside those of blackbox_exporter, and of curl where it is HTTP, over all servers of the guide
 * and all odd answers: monitord stands alone where the guide says why.
 */
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/health/health.ts";
import { readProbe } from "../../src/core/health/probe-reading.ts";
import { healthMonitor } from "../support/builders.ts";
import { freePort } from "../support/free-port.ts";
import { startOther, verdictOfCurl } from "../support/other-servers.ts";
import { installed } from "../support/proxies.ts";
import { proberOf } from "../support/probing.ts";
import { odd } from "./odd-servers.ts";
import { authority, certificates, pages, ports, type Fields } from "./servers.ts";

let compared = 0;

const blackbox = "prometheus-blackbox-exporter";

/** Where monitord agrees with neither: each is a row of the guide, or in its list of answers that break the rules. */
const alone = [
  "90 kB of headers: down, blackbox up",
  "90 kB of headers with LF alone: down, blackbox up",
  "gzip that is none: down, blackbox up",
  // A condition on the body is for its text, not for its coding.
  "sends gzip: up, blackbox down",
  "sends a gzip stream without its end: degraded, blackbox down",
  // Its status is enough where no condition asks for the body.
  "plays a radio: up, blackbox down",
  "drips its body: up, blackbox down",
];

/** The module of blackbox_exporter that asks the same as a monitor. */
function moduleOf({ url = "", method, accepted_statuses, body_contains, timeout_seconds }: Fields) {
  const tls_config = { ca_file: "ca.pem" };
  const timeout = `${timeout_seconds ?? 5}s`;
  if (!url.startsWith("http"))
    return { prober: "tcp", timeout, tcp: { tls: url.startsWith("tls"), tls_config } };
  const http = {
    preferred_ip_protocol: "ip4",
    tls_config,
    ...(method && { method }),
    ...(accepted_statuses && { valid_status_codes: [Number(accepted_statuses)] }),
    ...(accepted_statuses && { follow_redirects: false }),
    ...(body_contains && { fail_if_body_not_matches_regexp: [body_contains] }),
  };
  return { prober: "http", timeout, http };
}

describe.skipIf(!installed(blackbox, "--version"))("beside blackbox_exporter", () => {
  test.each(Object.entries({ odd, pages, certificates, ports }))("%s", async (_, servers) => {
    const made = new Map<string, Fields>();
    for (const [name, server] of Object.entries(servers)) {
      const fields = await server();
      // Others know no conditions on JSON, and no address for the name of a common name.
      if (!fields.body_json && !name.includes("common name")) made.set(name, fields);
    }
    const modules = [...made.values()].map((fields, i) => [`m${i}`, moduleOf(fields)]);
    const port = await freePort();
    const args = ["--config.file=blackbox.yml", `--web.listen-address=127.0.0.1:${port}`];
    await startOther(port, blackbox, args, {
      "blackbox.yml": stringify({ modules: Object.fromEntries(modules) as object }),
      "ca.pem": authority.cert,
    });
    const rows: string[] = [];
    for (const [i, [name, fields]] of [...made].entries()) {
      const { later = 0, url = "", ...rest } = fields;
      // A certificate near its end is one of today for others.
      if (later > 0) continue;
      const target = url.replace(/^(tcp|tls):\/\//, "");
      const query = new URLSearchParams({ module: `m${i}`, target });
      const probed = await fetch(`http://127.0.0.1:${port}/probe?${query.toString()}`);
      const success = (await probed.text()).includes("\nprobe_success 1");
      const monitor = healthMonitor({ url, fetch_retries: 0, ...rest });
      const fetched = await proberOf({ ca: authority.cert }).fetch(monitor);
      const { status } = judge(readProbe(monitor, fetched, Date.now()), monitor, Date.now());
      const isUp = status === "up" || status === "degraded";
      if (isUp === success) continue;
      const ofCurl = url.startsWith("http") && Object.keys(rest).length === 1;
      if (ofCurl && (await verdictOfCurl(url)) === isUp) continue;
      rows.push(`${name}: ${status}, blackbox ${success ? "up" : "down"}`);
    }
    compared += made.size;
    expect(rows.filter((row) => !alone.includes(row))).toEqual([]);
  });

  test("are more than a hundred verdicts", () => {
    expect(compared).toBeGreaterThan(100);
  });
});
