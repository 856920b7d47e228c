/** Imports monitors of Uptime Kuma from the rows of its database (`kuma.db`), version 1 or 2. Pure. */
import { Collected, within, type Imported } from "./collected.ts";
import { jsonFields } from "./json-query.ts";
import { maintenanceText } from "./kuma-maintenance.ts";
import { headersOf, methodOf } from "./request.ts";
import { membersOf, numberOf, plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** The rows of its tables. Columns that an older version lacks are absent. */
export interface KumaTables {
  monitor: readonly Fields[];
  maintenance: readonly Fields[];
  /** The monitors of each maintenance; null: an old version, which does not say so. */
  monitor_maintenance: readonly Fields[] | null;
  /** Names by their number of monitors. */
  tags: readonly string[];
}

/** Makes a declaration of the rows. */
export function fromUptimeKuma(tables: KumaTables, project: string): Imported {
  const collected = new Collected({ hasVariables: false });
  const byId = new Map(tables.monitor.map((row) => [row["id"], row]));
  const names = new Map<unknown, string>();
  for (const row of tables.monitor) {
    if (row["type"] === "group") continue;
    const name = addMonitor(collected, row, byId.get(row["parent"]) ?? {});
    if (name !== null) names.set(row["id"], name);
  }
  for (const row of tables.maintenance) {
    const of = tables.monitor_maintenance?.filter((one) => one["maintenance_id"] === row["id"]);
    const monitors = of?.flatMap((one) => names.get(one["monitor_id"]) ?? []) ?? null;
    // One of no monitor had no effect.
    if (monitors?.length !== 0)
      collected.leaveOut(plainText(row["title"]) ?? "Maintenance", maintenanceText(row, monitors));
  }
  if (tables.tags.length > 0)
    collected.leaveOut("Tags", `monitors have none here: ${tables.tags.slice(0, 10).join(", ")}`);
  return collected.imported(project);
}

/** Adds the counterpart of a monitor in its group; its name, `hc/shop-web`, or null: none. */
function addMonitor(collected: Collected, row: Fields, group: Fields): string | null {
  const title = plainText(row["name"]) ?? "Monitor";
  const type = plainText(row["type"]) ?? "";
  const make = types[type];
  const why = make
    ? isOn(row["upside_down"]) && "was upside down: here it would page when all is well"
    : (withoutCounterpart[type] ??
      `monitors of type ${type} have no counterpart; let the application report it as a sub-check`);
  if (!make || why !== false) {
    collected.leaveOut(title, String(why));
    return null;
  }
  const remarks: string[] = [];
  if (isOff(row["active"]) || isOff(group["active"]))
    remarks.push("was paused in Uptime Kuma: pause it after the import");
  const counterpart = make(row, remarks);
  const kind = type === "push" ? "webhook_monitors" : "health_check_monitors";
  const fields = { ...counterpart, description: plainText(row["description"])?.slice(0, 2000) };
  const name = collected.add(kind, title, plainText(group["name"]), fields, remarks);
  return name === null ? null : `${kind === "webhook_monitors" ? "wh" : "hc"}/${name}`;
}

/** A check in place of a type that is not possible. */
const withoutCounterpart: Record<string, string> = {
  ping: "ping cannot be checked; tcp:// or tls:// checks the connection",
};

type Make = (row: Fields, remarks: string[]) => Fields;

const port = (row: Fields): Fields => ({
  url: `tcp://${hostOf(row)}:${plainText(row["port"]) ?? ""}`,
  ...pace(row),
});

/** The types that have a counterpart. */
const types: Record<string, Make> = {
  http: page,
  keyword: (row, remarks) => ({
    ...page(row, remarks),
    [isOn(row["invert_keyword"]) ? "body_lacks" : "body_contains"]: plainText(row["keyword"]),
  }),
  "json-query": (row, remarks) => ({ ...page(row, remarks), ...jsonFields(row, remarks) }),
  port,
  smtp: port,
  dns(row, remarks) {
    if ((plainText(row["conditions"]) ?? "[]") !== "[]")
      remarks.push("has conditions on the answers: write them as dns_answers");
    const resolver = (plainText(row["dns_resolve_server"]) ?? "").split(",")[0]!.trim();
    const at = numberOf(row["port"]) ?? 53;
    return {
      url: `dns://${bracketed(resolver)}${at === 53 || resolver === "" ? "" : `:${at}`}/${plainText(row["hostname"]) ?? ""}?type=${plainText(row["dns_resolve_type"]) ?? "A"}`,
      ...pace(row),
    };
  },
  push(row, remarks) {
    remarks.push("report to the new webhook URL: …/success");
    const late = (numberOf(row["maxretries"]) ?? 0) * (numberOf(row["retry_interval"]) ?? 0);
    return {
      expect_every_minutes: within(Math.ceil((numberOf(row["interval"]) ?? 60) / 60), 1, 525_600),
      grace_minutes: within(Math.ceil(late / 60), 1, 525_600),
    };
  },
};

/** How often and how patiently it is checked. */
function pace(row: Fields): Fields {
  return {
    interval_seconds: within(numberOf(row["interval"]) ?? 60, 5, 86_400),
    timeout_seconds: within(numberOf(row["timeout"]) || 48, 1, 60),
    // Kuma counts retries as checks.
    fetch_retries: 0,
    confirmations: within((numberOf(row["maxretries"]) ?? 0) + 1, 1, 10),
  };
}

function page(row: Fields, remarks: string[]): Fields {
  const method = methodOf(row["method"], remarks);
  if (isOn(row["ignore_tls"]))
    remarks.push("ignored faults of the certificate, which is not possible here");
  if (plainText(row["proxy_id"]) !== null) remarks.push("went through a proxy, and is direct here");
  const auth = plainText(row["auth_method"]) ?? "";
  if (auth !== "" && auth !== "basic")
    remarks.push(`used ${auth} to authenticate, which is not possible here`);
  const https = /^https:/i.test(plainText(row["url"]) ?? "");
  return {
    url: withUser(plainText(row["url"]) ?? "", auth === "basic" ? row : {}),
    expect: "http",
    method,
    ...(method === "POST" && { request_body: plainText(row["body"]) }),
    request_headers: headersOfRow(row, remarks),
    accepted_statuses: statusesOf(row),
    ...(https && isOff(row["expiry_notification"]) && { watch_certificate: false }),
    ...pace(row),
  };
}

/** The URL with the user and password of Basic auth. */
function withUser(text: string, row: Fields): string {
  const user = plainText(row["basic_auth_user"]);
  const url = user === null ? null : URL.parse(text);
  if (!url) return text;
  url.username = user!;
  url.password = plainText(row["basic_auth_pass"]) ?? "";
  return url.href;
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
  const text = plainText(row["headers"]);
  if (text === null) return headers;
  try {
    Object.assign(headers, headersOf(membersOf(JSON.parse(text))));
  } catch {
    remarks.push("has headers that are not JSON");
  }
  return headers;
}

/** `["200-299","301"]` as `200-299,301`. */
function statusesOf(row: Fields): string | null {
  try {
    const list = JSON.parse(plainText(row["accepted_statuscodes_json"]) ?? "[]") as unknown;
    const texts = Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
    return texts.length === 0 ? null : texts.join(",");
  } catch {
    return null;
  }
}

function hostOf(row: Fields): string {
  return bracketed(plainText(row["hostname"]) ?? "");
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

const isOn = (value: unknown) => value === 1 || value === true;
const isOff = (value: unknown) => value === 0 || value === false;
