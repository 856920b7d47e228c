/** Imports the configuration of Gatus (a YAML file): endpoints and external endpoints. Pure. */
import { Collected, within, type Imported } from "./collected.ts";
import { readConditions } from "./gatus-conditions.ts";
import { headersOf, methodOf } from "./request.ts";
import { listOf, membersOf, numberOf, secondsOf, plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** Alerts of Gatus wait for this many failures unless they say otherwise. */
const failureThreshold = 3;
const standardInterval = 60;
const standardTimeout = 10;

/** A configuration that was parsed. */
export function fromGatus(config: unknown, project: string): Imported {
  const collected = new Collected({ hasVariables: true });
  const { endpoints, "external-endpoints": external, ...others } = membersOf(config);
  for (const endpoint of listOf(endpoints)) addEndpoint(collected, endpoint);
  for (const endpoint of listOf(external)) addExternal(collected, endpoint);
  for (const [name, why] of Object.entries(unread))
    if (others[name] !== undefined) collected.leaveOut(name, why);
  return collected.imported(project);
}

/** Parts of a configuration that are not imported. */
const unread: Record<string, string> = {
  alerting: "add the devices of your people: monitorctl devices add EMAIL",
  maintenance: "declare a silence with a schedule: monitorctl silence add --cron … --duration …",
  suites: "let the application report the steps as sub-checks",
  remote: "import the configuration of each instance",
};

/** Settings of a client that have no counterpart. */
const clientRemarks: Record<string, string> = {
  "proxy-url": "went through a proxy in Gatus, and is direct here",
  "ignore-redirect": "followed no redirects in Gatus; here three are followed",
  "dns-resolver": "had a DNS resolver of its own, which is not possible here",
  oauth2:
    "fetched a token by OAuth 2, which is not possible here: give it a lasting one in request_headers",
  "identity-aware-proxy": "signed in to an identity-aware proxy, which is not possible here",
  tls: "showed a certificate of its own, which is not possible here",
};

function addEndpoint(collected: Collected, endpoint: Fields): void {
  const title = plainText(endpoint["name"]) ?? plainText(endpoint["url"]) ?? "Endpoint";
  const dns = membersOf(endpoint["dns"]);
  const isDns = plainText(dns["query-name"]) !== null;
  const url = urlOf(endpoint, dns);
  if (typeof url !== "string") return collected.leaveOut(title, url.why);
  const web = /^https?:/i.test(url);
  const client = membersOf(endpoint["client"]);
  const conditions = Array.isArray(endpoint["conditions"])
    ? endpoint["conditions"].filter((one) => typeof one === "string")
    : [];
  const { fields, remarks } = readConditions(conditions, isDns);
  if (endpoint["enabled"] === false)
    remarks.push("was not enabled in Gatus: pause it after the import");
  if (client["insecure"] === true)
    remarks.push("ignored faults of the certificate in Gatus, which is not possible here");
  for (const [name, why] of Object.entries(clientRemarks))
    if (client[name] !== undefined && client[name] !== false) remarks.push(why);
  if (listOf(endpoint["maintenance-windows"]).length > 0)
    remarks.push("had maintenance windows: monitorctl silence add --cron … --duration …");
  if (endpoint["graphql"] === true)
    remarks.push('the body of graphql is sent as it is: write it as {"query": "…"}');
  collected.add(
    "health_check_monitors",
    title,
    plainText(endpoint["group"]),
    {
      url,
      ...(web && { expect: "http", ...request(endpoint, remarks) }),
      interval_seconds: within(secondsOf(endpoint["interval"]) ?? standardInterval, 5, 86_400),
      timeout_seconds: within(secondsOf(client["timeout"]) ?? standardTimeout, 1, 60),
      fetch_retries: 0,
      confirmations: confirmations(endpoint),
      ...fields,
    },
    remarks,
  );
}

/** The URL to check, or why none can be checked. */
function urlOf(endpoint: Fields, dns: Fields): string | { why: string } {
  const url = variables(plainText(endpoint["url"]) ?? "");
  const name = plainText(dns["query-name"]);
  if (name !== null) {
    const resolver = url.replace(/^\w+:\/\//, "").replace(/\/.*$/, "");
    const type = plainText(dns["query-type"]) ?? "A";
    return `dns://${resolver}/${name.replace(/\.$/, "")}?type=${type.toUpperCase()}`;
  }
  const scheme = /^(\w+):/.exec(url)?.[1]?.toLowerCase() ?? "";
  if (["http", "https", "tcp", "tls"].includes(scheme)) return url;
  return {
    why: `${scheme || "its URL"} cannot be checked; tcp:// or tls:// checks the connection`,
  };
}

/** The request, for endpoints over HTTP. */
function request(endpoint: Fields, remarks: string[]): Fields {
  const method = methodOf(endpoint["method"], remarks);
  const body = method === "POST" ? plainText(endpoint["body"]) : null;
  const headers = Object.entries(headersOf(membersOf(endpoint["headers"])));
  return {
    method,
    request_body: body && variables(body),
    request_headers: Object.fromEntries(headers.map(([name, text]) => [name, variables(text)])),
  };
}

function confirmations(endpoint: Fields): number {
  const thresholds = listOf(endpoint["alerts"])
    .filter(({ enabled }) => enabled !== false)
    .map((alert) => numberOf(alert["failure-threshold"]) ?? failureThreshold);
  return within(Math.min(...(thresholds.length > 0 ? thresholds : [failureThreshold])), 1, 10);
}

/** Gatus takes `$NAME` and `${NAME}` from the environment; manifests take the second. */
function variables(text: string): string {
  return text.replace(/\$\$|\$\{(\w+)\}|\$(\w+)/g, (whole, braced?: string, plain?: string) => {
    const name = braced ?? plain;
    return name === undefined ? whole : `\${${name}}`;
  });
}

function addExternal(collected: Collected, endpoint: Fields): void {
  const title = plainText(endpoint["name"]) ?? "External endpoint";
  const seconds = secondsOf(membersOf(endpoint["heartbeat"])["interval"]);
  collected.add(
    "webhook_monitors",
    title,
    plainText(endpoint["group"]),
    {
      ...(seconds !== null && {
        expect_every_minutes: within(seconds / 60, 1, 525_600),
        grace_minutes: 1,
      }),
    },
    ["report to the new webhook URL: …/success, or a POST for an error"],
  );
}
