/** Converts a monitor of Uptime Kuma by its type into fields of ours. Pure. */
import { pemFaults } from "../../core/declare/rules-pem.ts";
import { jsonFields } from "./json-query.ts";
import {
  headersOf,
  insecureRemark,
  ipVersionOf,
  requestOf,
  sentUrl,
  withUser,
} from "../request.ts";
import {
  bracketed,
  isOff,
  isOn,
  jsonOf,
  listOf,
  membersOf,
  numberOf,
  plainText,
  textsOf,
} from "../values.ts";
import type { Fit } from "../fit.ts";
import type { Fields } from "../../resource/references.ts";

/** Makes the fields of a row; a text: the reason for having none. */
type Make = (row: Fields, remarks: string[], fit: Fit) => Fields | string;

/** Why types have no counterpart. */
export const withoutCounterpart: Readonly<Record<string, string>> = {
  globalping: "checks from other places are not possible",
  docker: "containers cannot be checked from outside; the machine reports with monitorctl run",
  pm2: "processes cannot be checked from outside; the machine reports with monitorctl run",
  "system-service":
    "services cannot be checked from outside; the machine reports with monitorctl run",
  snmp: "SNMP is not spoken",
  radius: "RADIUS is not spoken",
  steam: "game servers are not asked",
  gamedig: "game servers are not asked",
  ntp: "NTP is not spoken",
  "sip-options": "SIP is not spoken",
  rabbitmq: "check /api/health/checks/alarms of its management plugin, with expect: http",
};

const connectionAlone = (what: string) => `only the connection is checked here, not ${what}`;

/** A check of a port, in place of one of the service behind it. */
const port =
  (what: string | null, standard: number | null = null): Make =>
  (row, remarks, fit) => {
    if (what !== null) remarks.push(connectionAlone(what));
    const at = numberOf(row["port"]) ?? standard ?? "";
    return { url: `tcp://${hostOf(row)}:${at}`, ...pace(row, remarks, fit) };
  };

/** A check of the server that a connection string names. */
const database =
  (standard: number): Make =>
  (row, remarks, fit) => {
    const text = plainText(row["database_connection_string"]) ?? "";
    const url = URL.parse(text.replace(/,[^/@]*(?=\/|$)/, ""));
    const [, host, at] =
      /(?:server|data source)\s*=\s*(?:tcp:)?([^;,]+)(?:,(\d+))?/i.exec(text) ?? [];
    const server = url?.hostname || host?.trim();
    if (!server || /\+srv:/i.test(text))
      return "its connection string names no server that can be checked";
    remarks.push(connectionAlone("the query"));
    return {
      url: `tcp://${bracketed(server)}:${url?.port || at || standard}`,
      ...pace(row, remarks, fit),
    };
  };

/** The types that have a counterpart. */
export const types: Readonly<Record<string, Make>> = {
  http: page,
  keyword: (row, remarks, fit) => ({
    ...page(row, remarks, fit),
    [isOn(row["invert_keyword"]) ? "body_lacks" : "body_contains"]: plainText(row["keyword"]),
  }),
  "json-query": (row, remarks, fit) => ({
    ...page(row, remarks, fit),
    ...jsonFields(row, remarks),
  }),
  "real-browser"(row, remarks, fit) {
    remarks.push("opened the page in a browser: here its scripts are not run");
    return page(row, remarks, fit);
  },
  ping: (row, remarks, fit) => ({ url: `icmp://${hostOf(row)}`, ...pace(row, remarks, fit) }),
  "tailscale-ping"(row, remarks, fit) {
    remarks.push("asked Tailscale for an answer; here its address is pinged");
    return { url: `icmp://${hostOf(row)}`, ...pace(row, remarks, fit) };
  },
  "websocket-upgrade"(row, remarks, fit) {
    if (isOn(row["ws_ignore_sec_websocket_accept_header"]))
      remarks.push("ignored the header Sec-WebSocket-Accept, which is not possible here");
    const subprotocol = plainText(row["ws_subprotocol"]);
    return {
      url: sentUrl(plainText(row["url"]) ?? ""),
      request_headers: {
        ...headersOfRow(row, remarks),
        ...(subprotocol !== null && { "Sec-WebSocket-Protocol": subprotocol }),
      },
      ...pace(row, remarks, fit),
    };
  },
  port: port(null),
  smtp: port(null),
  ssh: port("the SSH session", 22),
  sftp: port("the SFTP session", 22),
  mqtt: port("messages of a topic", 1883),
  mysql: database(3306),
  postgres: database(5432),
  sqlserver: database(1433),
  mongodb: database(27017),
  redis: database(6379),
  oracledb: database(1521),
  "kafka-producer"(row, remarks, fit) {
    const [first] = textsOf(jsonOf(row["kafka_producer_brokers"]));
    if (first === undefined) return "names no broker";
    remarks.push(connectionAlone("messages of a topic"));
    return { url: `tcp://${first}`, ...pace(row, remarks, fit) };
  },
  "grpc-keyword"(row, remarks, fit) {
    remarks.push(connectionAlone("the call of gRPC"));
    const scheme = isOn(row["grpc_enable_tls"]) ? "tls" : "tcp";
    const target = (plainText(row["grpc_url"]) ?? "")
      .replace(/^\w+:\/\//, "")
      .replace(/\/[^]*$/, "");
    return { url: `${scheme}://${target}`, ...pace(row, remarks, fit) };
  },
  dns(row, remarks, fit) {
    const resolver = (plainText(row["dns_resolve_server"]) ?? "").split(",")[0]!.trim();
    const at = numberOf(row["port"]) ?? 53;
    return {
      url: `dns://${bracketed(resolver)}${at === 53 || resolver === "" ? "" : `:${at}`}/${plainText(row["hostname"]) ?? ""}?type=${plainText(row["dns_resolve_type"]) ?? "A"}`,
      dns_answers: answersOf(row, remarks),
      ...pace(row, remarks, fit),
    };
  },
};

/** How often and how patiently it is checked. */
function pace(row: Fields, remarks: string[], fit: Fit): Fields {
  const interval = numberOf(row["interval"]) ?? 60;
  // Version 1 had no timeout of its own: it took four fifths of the interval.
  const timeout = numberOf(row["timeout"]) || Math.min(interval * 0.8, 48);
  const retries = numberOf(row["maxretries"]) ?? 0;
  const apart = numberOf(row["retry_interval"]) || interval;
  const late = (retries * (apart - Math.min(30, interval))) / 60;
  if (late > 5)
    remarks.push(
      `waited ${retries} retries of ${apart} s before it alerted: here they are 30 s apart at most`,
    );
  const resend = numberOf(row["resend_interval"]) ?? 0;
  if (resend > 0)
    remarks.push(`notified again after ${resend} failures: repeat_minutes of its group does that`);
  return {
    interval_seconds: fit("interval_seconds", interval, `interval ${interval} s`),
    timeout_seconds: fit(
      "timeout_seconds",
      Math.max(1, Math.round(timeout)),
      `timeout ${timeout} s`,
    ),
    // Kuma counts retries as checks.
    fetch_retries: 0,
    confirmations: fit("confirmations", retries + 1, `${retries} retries`),
  };
}

function page(row: Fields, remarks: string[], fit: Fit): Fields {
  if (isOn(row["ignore_tls"])) remarks.push(insecureRemark);
  if (plainText(row["proxy_id"]) !== null) remarks.push("went through a proxy, and is direct here");
  const auth = plainText(row["auth_method"]) ?? "";
  // Version 1 had no method: a user was enough.
  const isBasic = auth === "basic" || (auth === "" && row["auth_method"] === undefined);
  const isMutual = auth === "mtls";
  if (!isBasic && !isMutual && auth !== "")
    remarks.push(`used ${auth} to authenticate, which is not possible here`);
  const url = sentUrl(plainText(row["url"]) ?? "");
  const https = /^https:/i.test(url);
  const redirects = numberOf(row["maxredirects"]);
  return {
    url: isBasic
      ? withUser(url, plainText(row["basic_auth_user"]), plainText(row["basic_auth_pass"]))
      : url,
    expect: "http",
    ...ipVersionOf(row["ip_family"]),
    ...requestOf(row["method"], row["body"], remarks),
    ...(isMutual && certificatesOf(row, remarks)),
    request_headers: headersOfRow(row, remarks),
    accepted_statuses: statusesOf(row, remarks),
    ...(redirects !== null && {
      redirects_allowed: fit("redirects_allowed", redirects, `maxredirects ${redirects}`),
    }),
    ...(https && isOff(row["expiry_notification"]) && { watch_certificate: false }),
    ...pace(row, remarks, fit),
  };
}

/** The certificate that a monitor shows, and the authority of that of the server. */
function certificatesOf(row: Fields, remarks: string[]): Fields {
  const texts = (names: readonly string[]) =>
    names.flatMap((name) => plainText(row[name]) ?? []).map((pem) => `${pem.trim()}\n`);
  const all = {
    tls_client_cert: texts(["tls_cert", "tls_key"]).join("") || null,
    tls_ca: texts(["tls_ca"])[0] ?? null,
  };
  const faults = pemFaults(all);
  if (all.tls_client_cert !== null && faults.length === 0) return all;
  // Without its certificate it still watches the page.
  remarks.push("showed a client certificate, and its text or key is missing or cannot be read");
  return {};
}

const contentTypes: Record<string, string> = {
  json: "application/json",
  xml: "text/xml; charset=utf-8",
  form: "application/x-www-form-urlencoded",
};

function headersOfRow(row: Fields, remarks: string[]): Fields {
  const headers: Fields = {};
  const encoding = contentTypes[plainText(row["http_body_encoding"]) ?? ""];
  if (encoding !== undefined && plainText(row["body"]) !== null) headers["Content-Type"] = encoding;
  if (plainText(row["headers"]) === null) return headers;
  const own = jsonOf(row["headers"]);
  if (own === undefined) remarks.push("has headers that are not JSON");
  return Object.assign(headers, headersOf(membersOf(own), remarks));
}

/** `["200-299","301"]` as `200-299,301`; null: the default. */
function statusesOf(row: Fields, remarks: string[]): string | null {
  const all = textsOf(jsonOf(row["accepted_statuscodes_json"]));
  const known = all.filter((one) => /^[1-5]\d\d(?:-[1-5]\d\d)?$/.test(one));
  const others = all.filter((one) => !known.includes(one));
  if (others.length > 0)
    remarks.push(`accepted ${others.join(", ")}, which cannot be accepted here`);
  return known.length === 0 ? null : known.join(",");
}

/** The record that a single condition asks for. */
function answersOf(row: Fields, remarks: string[]): string[] {
  const conditions = listOf(jsonOf(row["conditions"]));
  if (conditions.length === 0) return [];
  const [{ type, variable, operator, value } = {}] = conditions;
  const answer = plainText(value);
  const isOne = conditions.length === 1 && type === "expression" && variable === "record";
  if (isOne && operator === "equals" && answer !== null) return [answer];
  remarks.push("has conditions on the answers: write them as dns_answers");
  return [];
}

const hostOf = (row: Fields): string => bracketed(plainText(row["hostname"]) ?? "");
