/** Imports the configuration of Gatus: endpoints, external endpoints and suites. Pure. */
import { Collected, type Imported } from "../collected.ts";
import { fitter, type Fit } from "../fit.ts";
import { alertsOf, confirmations, noteProvider, type Alert } from "./alerts.ts";
import type { GatusConfig } from "./config.ts";
import { readConditions, type Checked } from "./conditions.ts";
import { addExternal, addSuite } from "./reports.ts";
import { headersOf, insecureRemark, ipVersionOf, requestOf, sentUrl } from "../request.ts";
import { cronAt, recurring, silenceText } from "../silence.ts";
import {
  bracketed,
  isOff,
  isOn,
  listOf,
  membersOf,
  plainText,
  secondsOf,
  textsOf,
  nameOf,
} from "../values.ts";
import type { Fields } from "../../resource/references.ts";

const standardInterval = 60;
const standardTimeout = 10;

/** Makes a declaration of a configuration. */
export function fromGatus({ config, environment, twice }: GatusConfig, project: string): Imported {
  const collected = new Collected(environment);
  const alerting = membersOf(config["alerting"]);
  const groups = new Map<string, Set<string>>();
  const unalerted: string[] = [];
  for (const endpoint of endpointsOf(config)) {
    const alerts = alertsOf(endpoint, alerting);
    if (alerts.length === 0) unalerted.push(nameOf(endpoint, "Endpoint"));
    if (!addEndpoint(collected, endpoint, alerts)) continue;
    for (const { type } of alerts)
      groups.set(type, (groups.get(type) ?? new Set()).add(plainText(endpoint["group"]) ?? ""));
  }
  for (const endpoint of listOf(config["external-endpoints"]))
    addExternal(collected, endpoint, alerting);
  for (const suite of listOf(config["suites"])) addSuite(collected, suite);
  if (unalerted.length > 0)
    collected.note(
      "No alerts",
      `here these open incidents too: ${unalerted.slice(0, 10).join(", ")}${unalerted.length > 10 ? ` and ${unalerted.length - 10} more` : ""}`,
    );
  for (const [type, provider] of Object.entries(alerting))
    noteProvider(collected, type, membersOf(provider), [...(groups.get(type) ?? [])]);
  noteMaintenance(collected, membersOf(config["maintenance"]));
  for (const [name, why] of Object.entries(unread))
    if (config[name] !== undefined) collected.note(name, why);
  for (const path of twice) collected.note(path, "is set in two files: the first one is used");
  return collected.imported(project);
}

/** The endpoints, which older versions called services. */
const endpointsOf = (config: Fields): Fields[] => listOf(config["endpoints"] ?? config["services"]);

/** Parts of a configuration that are not imported. */
const unread: Record<string, string> = {
  remote: "import the configuration of each instance",
  tunneling: "monitord connects directly",
  announcements: "publish them with an incident: monitorctl publish",
};

/** Settings of a client that have no counterpart. */
const clientRemarks: Record<string, string> = {
  "proxy-url": "went through a proxy in Gatus, and is direct here",
  "dns-resolver": "had a DNS resolver of its own, which is not possible here",
  oauth2:
    "fetched a token by OAuth 2, which is not possible here: give it a lasting one in request_headers",
  "identity-aware-proxy": "signed in to an identity-aware proxy, which is not possible here",
  kerberos: "signed in by Kerberos, which is not possible here",
  tls: "showed a certificate of its own: put it and its key into tls_client_cert, as ${file:…}",
  tunnel: "went through an SSH tunnel, and is direct here",
};

/** The check of each scheme; `as`: the scheme of the URL here. */
const schemes: Record<string, { as: string; remark?: string } | { why: string }> = {
  http: { as: "http" },
  https: { as: "https" },
  tcp: { as: "tcp" },
  tls: { as: "tls" },
  ssh: { as: "tcp", remark: "only the connection is checked here, not the SSH session" },
  starttls: { as: "tcp", remark: "only the connection is checked here, not STARTTLS" },
  grpc: { as: "tcp", remark: "only the connection is checked here, not the call of gRPC" },
  grpcs: { as: "tls", remark: "only TLS is checked here, not the call of gRPC" },
  icmp: { as: "icmp" },
  ws: { as: "ws" },
  wss: { as: "wss" },
  udp: { why: "udp cannot be checked" },
  sctp: { why: "sctp cannot be checked" },
};

/** Adds an endpoint. Answers whether it could be. */
function addEndpoint(collected: Collected, endpoint: Fields, alerts: readonly Alert[]): boolean {
  const title = nameOf(endpoint, "Endpoint");
  const remarks: string[] = [];
  const target = targetOf(endpoint, remarks);
  const out = (why: string) => {
    collected.leaveOut(title, why);
    return false;
  };
  if ("why" in target) return out(target.why);
  const client = membersOf(endpoint["client"]);
  const fit = fitter("health_check_monitors", remarks);
  const conditions = textsOf(endpoint["conditions"]);
  const read = readConditions(conditions, target, fit);
  if ("why" in read) return out(read.why);
  remarks.push(...read.remarks);
  if (isOff(endpoint["enabled"]))
    remarks.push("was not enabled in Gatus: pause it after the import");
  if (isOn(client["insecure"])) remarks.push(insecureRemark);
  if (endpoint["extra-labels"] !== undefined)
    remarks.push("had labels for metrics, which monitors do not have");
  for (const [name, why] of Object.entries(clientRemarks))
    if (client[name] !== undefined) remarks.push(why);
  const name = collected.add(
    "health_check_monitors",
    title,
    plainText(endpoint["group"]),
    {
      url: target.url,
      ...(target.kind === "web" && {
        expect: "http",
        ...request(endpoint, remarks),
        ...(isOn(client["ignore-redirect"]) && { redirects_allowed: 0 }),
      }),
      ...(target.kind === "socket" && {
        request_headers: headersOf(membersOf(endpoint["headers"]), remarks),
        request_body: plainText(endpoint["body"]),
      }),
      // Gatus reads it for ICMP alone: ip, ip4 or ip6.
      ...(target.url.startsWith("icmp:") && ipVersionOf(client["network"])),
      interval_seconds: secondsFit(
        fit,
        "interval_seconds",
        endpoint["interval"],
        standardInterval,
        "interval",
        remarks,
      ),
      timeout_seconds: secondsFit(
        fit,
        "timeout_seconds",
        client["timeout"],
        standardTimeout,
        "timeout",
        remarks,
      ),
      fetch_retries: 0,
      confirmations: confirmations(alerts, fit),
      description: alerts.find(({ description }) => description !== null)?.description,
      ...read.fields,
    },
    remarks,
  );
  if (name !== null)
    for (const window of listOf(endpoint["maintenance-windows"])) {
      const when = windowOf(window);
      if (when !== null)
        collected.note(title, silenceText("a maintenance window", when, { monitors: [name] }));
    }
  return name !== null;
}

/** A duration of Go as seconds of a field. */
function secondsFit(
  fit: Fit,
  field: string,
  value: unknown,
  standard: number,
  what: string,
  remarks: string[],
): number {
  const seconds = secondsOf(value);
  if (seconds === null && plainText(value) !== null)
    remarks.push(`${what} ${plainText(value)}: ${field} is ${standard} here`);
  return fit(field, seconds ?? standard, `${what} ${plainText(value)}`);
}

/** The kind of check of a scheme; absent: of a connection. */
const kinds: Record<string, Checked["kind"]> = {
  http: "web",
  https: "web",
  ws: "socket",
  wss: "socket",
};

type Target = Checked & { url: string };

/** The target of the check, or the reason why it has none. */
function targetOf(endpoint: Fields, remarks: string[]): Target | { why: string } {
  const dns = membersOf(endpoint["dns"]);
  const url = sentUrl(plainText(endpoint["url"]) ?? "");
  const name = plainText(dns["query-name"]);
  if (name !== null) {
    const resolver = url.replace(/^\w+:\/\//, "").replace(/\/[^]*$/, "");
    const type = plainText(dns["query-type"]) ?? "A";
    return {
      url: `dns://${resolver}/${name.replace(/\.$/, "")}?type=${type.toUpperCase()}`,
      kind: "dns",
      hasCertificate: false,
    };
  }
  if (url === "") return { why: "has no url" };
  if (url.startsWith("${")) {
    if (!/^\$\{\w+\}:\/\//.test(url))
      remarks.push("its URL begins with a variable: it must be one of http or https");
    return { url, kind: "web", hasCertificate: true };
  }
  const [, scheme = "", rest = ""] = /^(\w+):\/\/(.*)$/s.exec(url) ?? [];
  const known = schemes[scheme.toLowerCase()];
  if (!known) return { why: `${url} cannot be checked: its scheme is unknown` };
  if ("why" in known) return known;
  if (known.remark) remarks.push(known.remark);
  const kind = kinds[known.as] ?? "connection";
  return {
    url: `${known.as}://${known.as === "icmp" ? bracketed(withoutPort(rest)) : rest}`,
    kind,
    hasCertificate: /^(?:https|tls|wss)$/.test(known.as),
  };
}

/** The host of an address to ping; an IPv6 address has several colons. */
const withoutPort = (address: string): string =>
  address.replace(/\/[^]*$/, "").replace(/^([^:]*):\d+$/, "$1");

/** The request, for endpoints over HTTP. */
function request(endpoint: Fields, remarks: string[]): Fields {
  const headers = headersOf(membersOf(endpoint["headers"]), remarks);
  let body = plainText(endpoint["body"]);
  if (body !== null) {
    body = body
      .replaceAll("[ENDPOINT_NAME]", plainText(endpoint["name"]) ?? "")
      .replaceAll("[ENDPOINT_GROUP]", plainText(endpoint["group"]) ?? "")
      .replaceAll("[ENDPOINT_URL]", plainText(endpoint["url"]) ?? "");
    if (/\[(?:RANDOM_STRING_\d+|LOCAL_ADDRESS)\]/.test(body))
      remarks.push("its body has placeholders that are sent as they are here");
    if (isOn(endpoint["graphql"])) {
      body = JSON.stringify({ query: body });
      if (!Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
        headers["Content-Type"] = "application/json";
    }
  }
  return { ...requestOf(endpoint["method"], body, remarks), request_headers: headers };
}

/** When a maintenance window applies, as options of a silence; null: it is off, or cannot be read. */
function windowOf(window: Fields): string | null {
  const cron = cronAt(plainText(window["start"]) ?? "", textsOf(window["every"]));
  const seconds = secondsOf(window["duration"]);
  if (cron === null || seconds === null || isOff(window["enabled"])) return null;
  return recurring(cron, seconds / 60, plainText(window["timezone"]) ?? "UTC");
}

function noteMaintenance(collected: Collected, window: Fields): void {
  const when = windowOf(window);
  if (when !== null)
    collected.note(
      "maintenance",
      `monitorctl silence add --everything ${when} --reason maintenance`,
    );
}

/** The number of monitors in a configuration. */
export const gatusEntries = ({ config }: GatusConfig): number =>
  [endpointsOf(config), listOf(config["external-endpoints"]), listOf(config["suites"])].flat()
    .length;
