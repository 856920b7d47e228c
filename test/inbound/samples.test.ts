import { describe, expect, test } from "vitest";
import { whyNotJson } from "../../src/inbound/not-json.ts";
import { alertOf, bodyOf, contentsOf, pageOf, samples, textOf, type Sample } from "./samples.ts";

const readable = samples.filter((sample) => sample.format !== null);

describe("samples of real senders", () => {
  test.each(readable)("$file is read as $format", ({ file, format, expect: wanted }) => {
    const { format: found, alerts } = contentsOf(bodyOf(file));
    expect(found).toBe(format);
    const read = alerts.map((alert, index): Sample["expect"][number] => {
      const { identity, event } = wanted[index] ?? {};
      return {
        status: alert.status,
        identity:
          identity?.endsWith(":") && /:[0-9a-f]{32}$/.test(alert.identity)
            ? alert.identity.slice(0, identity.length)
            : alert.identity,
        ...(alert.test ? { test: true } : {}),
        ...(event ? { event: alert.event_id! } : {}),
      };
    });
    expect(read).toEqual(wanted);
  });

  test("what is made of each of them", async () => {
    const pages = readable.map(({ file }) => pageOf(file, bodyOf(file)));
    await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot("../fixtures/inbound-golden.md");
  });
});

test("a form, as Graylog can be told to send, is refused with what to choose instead", () => {
  expect(whyNotJson(textOf("graylog-v2-form.txt"))).toBe(
    "The body is a form: choose JSON (application/json) as the content type of the notification.",
  );
  expect(whyNotJson(" \n")).toMatch(/^The body is empty/);
  expect(whyNotJson("Disk full on web-1, a=b")).toBe("The body is not JSON.");
  expect(whyNotJson("{")).toBe("The body is not JSON.");
  expect(whyNotJson("title=a")).toMatch(/^The body is a form/);
  expect(whyNotJson("title=a b")).toBe("The body is not JSON.");
  expect(whyNotJson("title=a&b")).toBe("The body is not JSON.");
  expect(whyNotJson(`${"a".repeat(8 * 1024 * 1024)}= `)).toBe("The body is not JSON.");
  expect(whyNotJson(`a=${"b".repeat(8 * 1024 * 1024)}`)).toMatch(/^The body is a form/);
});

/** Bodies of a problem, each with those of its end and of its acknowledgement. */
const ended = readable.flatMap(({ file }) =>
  ["resolved", "acknowledged"].flatMap((end): [string, string][] => {
    const other = file.replace("-firing.json", `-${end}.json`);
    return other !== file && samples.some((sample) => sample.file === other) ? [[file, other]] : [];
  }),
);

test.each(ended)("%s: its end is %s, and it is that of the same problem", (firing, other) => {
  const identities = contentsOf(bodyOf(firing)).alerts.map(({ identity }) => identity);
  const ends = contentsOf(bodyOf(other)).alerts;
  expect(ends.some(({ identity }) => identities.includes(identity))).toBe(true);
});

test("one problem has one identity while it fires, is resolved, and fires again", () => {
  for (const [first, second] of [
    ["grafana-firing.json", "grafana-resolved.json"],
    ["generic-alerts-minimal.json", "generic-alerts-minimal-resolved.json"],
    ["grafana-legacy-alerting.json", "grafana-legacy-ok.json"],
    ["uptime-kuma-down.json", "uptime-kuma-up.json"],
    ["healthchecks-down.json", "healthchecks-up.json"],
    ["pagerduty-trigger.json", "pagerduty-acknowledge.json"],
    ["pagerduty-trigger.json", "pagerduty-resolve.json"],
    ["grafana-legacy-alerting.json", "grafana-legacy-no-data.json"],
  ] as const)
    expect(alertOf(bodyOf(first)).identity).toBe(alertOf(bodyOf(second)).identity);
  expect(alertOf(bodyOf("grafana-firing.json")).episode).toBe(
    Date.parse("2022-04-08T11:02:06.136Z"),
  );
  expect(alertOf(bodyOf("grafana-resolved.json"))).toMatchObject({
    episode: Date.parse("2022-04-08T11:10:46.136Z"),
    ended_at: Date.parse("2022-04-08T11:14:56.136Z"),
  });
});

test("Graylog's events have to be assumed over, and certificates, nothing else", () => {
  for (const { file, format } of readable)
    for (const alert of contentsOf(bodyOf(file)).alerts)
      expect(alert.assumed, file).toBe(
        format!.startsWith("graylog") ||
          ["uptime-kuma-certificate.json", "honeybadger-site-cert.json"].includes(file),
      );
});
