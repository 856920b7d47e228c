/** A database with very many reports and ten thousand monitors, and the plans of statements on it. */
import { day, hour } from "../../src/core/text/units.ts";

const counts = {
  monitors: 10_000,
  reports: 200_000,
  incidents: 20_000,
  pushes: 100_000,
};
export const now = 1_795_230_000_000;

/** Rows for one table as SQL, in both dialects: `series` yields a column `n`. */
export function fill(series: (count: number) => string): string[] {
  const pad = (letter: string, width: number, of = "n") =>
    `'${letter}' || substr('00000000' || (${of}), -${width})`;
  const right = (letter: string, width: number, of = "n") =>
    series(1).includes("generate_series")
      ? `'${letter}' || lpad((${of})::text, ${width}, '0')`
      : pad(letter, width, of);
  const s = (of = "n") => right("s", 5, of);
  return [
    `insert into counters values ('o', 1)`,
    `insert into subjects (id, org_id, kind, status, status_since, wake_at, due_at, fetch_attempts, window_count, window_from, burst_at, burst_count)
     select ${s()}, 'o', 'health_check_monitor', 'up', 0, ${now} + n * 100, ${now} + n * 6 - 100, 0, 0, 0, 0, 0 from ${series(counts.monitors)}`,
    `insert into health_check_monitors (id, org_id, version, inserted_at, updated_at, title, url, alert_group_id, staleness_threshold_minutes, interval_seconds, timeout_seconds, request_headers, fetch_retries)
     select ${s()}, 'o', 1, n, n, 'x', 'https://example.com', 'g', 10, 60, 10, '{}', 0 from ${series(counts.monitors)}`,
    `insert into webhook_monitors (id, org_id, version, inserted_at, updated_at, title, alert_group_id, error_rate_threshold, error_rate_window_minutes, webhook_id, webhook_hash)
     select ${s()}, 'o', 1, n, n, 'x', 'g', 10, 5, 'x', ${right("w", 5)} from ${series(counts.monitors)}`,
    `insert into check_results (subject_id, results) select ${s()}, '[]' from ${series(counts.monitors)}`,
    `insert into api_keys (id, org_id, name, hash, prefix, scopes, inserted_at) select ${right("k", 5)}, 'o', 'x', ${right("h", 5)}, 'x', '[]', n from ${series(2000)}`,
    `insert into arrivals (subject_id, at, count) select ${s("n % 50")}, ${now} - n, 1 from ${series(counts.reports)}`,
    `insert into reports (id, subject_id, at, message) select ${right("r", 7)}, ${s("n % 50")}, ${now} - n, 'boom' from ${series(counts.reports)}`,
    `insert into incidents (id, org_id, number, source, source_id, key, alert_group_id, title, summary, status, priority_level, opened_at, resolved_at, occurrences, details)
     select ${right("i", 5)}, 'o', n, 'health_check_monitor', ${s("n % 10000")}, '', 'g', 'x', 'x', case when n > 19900 then 'open' else 'resolved' end, 1, n, case when n > 19900 then null else n end, 1, '{}' from ${series(counts.incidents)}`,
    `insert into notifications (id, org_id, incident_id, alert_group_id, user_id, device_id, transition, key, lane, state, due_at, attempts, perhaps_delivered, expires_at, priority, title, message, tags, inserted_at)
     select ${right("n", 6)}, 'o', ${right("i", 5, "n % 20000")}, 'g', 'u1', 'd1', 'opened', ${right("k", 6)}, 'l1', case when n > 99900 then 'queued' else 'delivered' end, case when n > 99900 then ${now} else null end, 1, ${series(1).includes("generate_series") ? "false" : "0"}, 0, 1, 'x', 'x', '[]', n from ${series(counts.pushes)}`,
  ];
}

/** More of a busy company, for PostgreSQL: what all that is asked for a page or by a loop is found among. */
export function fillMore(): string[] {
  const key = (letter: string, of: string, width = 5) =>
    `'${letter}' || lpad((${of})::text, ${width}, '0')`;
  const series = (count: number) => `generate_series(1, ${count}) as n`;
  const over = (ms: number, count: number) => `${now} - n::bigint * ${Math.floor(ms / count)}`;
  const month = 30 * day;
  return [
    `insert into organizations (id, name, revision, inserted_at) values ('o', 'o', 1, 0)`,
    `insert into nodes values ('${node}', 'one', '1', 0, ${now})`,
    `insert into retention_clock values (1, ${now}, ${now}, null)`,
    `update notifications set expires_at = ${now + day} where due_at is not null`,
    `insert into rollup values (1, ${now - hour}, null, null)`,
    `insert into users (id, org_id, version, inserted_at, updated_at, email, email_key) select ${key("u", "n")}, 'o', 1, n, n, 'x' || n, 'x' || n from ${series(2000)}`,
    `insert into users (id, org_id, version, inserted_at, updated_at, email, email_key) values ('u1', 'o', 1, 0, 0, 'x', 'x')`,
    `insert into devices (id, org_id, user_id, kind, target, enabled, version, inserted_at, updated_at) select ${key("d", "n")}, 'o', ${key("u", "n")}, 'ntfy', 'x', true, 1, n, n from ${series(2000)}`,
    `insert into devices (id, org_id, user_id, kind, target, enabled, version, inserted_at, updated_at) values ('d1', 'o', 'u1', 'ntfy', 'x', true, 1, 0, 0)`,
    `insert into alert_groups (id, org_id, version, inserted_at, updated_at, title, webhook_id, webhook_hash, ping_key, ping_key_hash) select ${key("g", "n")}, 'o', 1, n, n, 'x', 'x', ${key("v", "n")}, 'x', ${key("v", "n")} from ${series(2000)}`,
    `insert into alert_groups (id, org_id, version, inserted_at, updated_at, title, webhook_id, webhook_hash, ping_key, ping_key_hash) values ('g', 'o', 1, 0, 0, 'x', 'x', 'v', 'x', 'v')`,
    `insert into subjects (id, org_id, kind, status, status_since, fetch_attempts, window_count, window_from, burst_at, burst_count) select ${key("g", "n")}, 'o', 'alert_group', 'ok', 0, 0, 0, 0, 0, 0 from ${series(2000)}`,
    `insert into members (group_id, user_id, org_id, inserted_at) select ${key("g", "n")}, ${key("u", "n")}, 'o', n from ${series(2000)}`,
    `insert into members (group_id, user_id, org_id, inserted_at) values ('g', 'u1', 'o', 0)`,
    `insert into dependencies select ${key("s", "n + 2000")}, ${key("s", "n % 20 + 1")} from ${series(2000)}`,
    `insert into subjects (id, org_id, kind, status, status_since, wake_at, fetch_attempts, window_count, window_from, burst_at, burst_count) select ${key("e", "n")}, 'o', 'webhook_monitor', 'quiet', 0, ${now} + n, 0, 4, ${now - 10_000}, 0, 0 from ${series(2000)}`,
    `insert into webhook_monitors (id, org_id, version, inserted_at, updated_at, title, alert_group_id, error_rate_threshold, error_rate_window_minutes, webhook_id, webhook_hash) select ${key("e", "n")}, 'o', 1, n, n, 'x', 'g', 3, 5, 'x', ${key("y", "n")} from ${series(2000)}`,
    `insert into arrivals select ${key("e", "n % 2000 + 1")}, ${over(8 * day, counts.reports)}, 1 from ${series(counts.reports)}`,
    `insert into reports (id, subject_id, at, message) select overlay(lpad(to_hex(${over(month, counts.reports)}), 12, '0') placing '-' from 9 for 0) || '-7000-8000-' || lpad(n::text, 12, '0'), ${key("e", "n % 2000 + 1")}, ${over(month, counts.reports)}, 'boom' from ${series(counts.reports)}`,
    `insert into error_minutes select ${key("e", "n % 2000 + 1")}, m, 1 from (select n, (${over(2 * day, 100_000)}) / 60000 * 60000 as m from ${series(100_000)}) as one group by 1, 2`,
    `insert into measures select ${key("s", "n % 10000 + 1")}, 'check', ${now} / ${hour} * ${hour} - n / 10000 * ${hour}::bigint, '' from ${series(100_000)}`,
    `insert into measures select ${key("s", "n % 10000 + 1")}, 'hour', ${now} / ${day} * ${day} - n / 10000 * ${day}::bigint, '' from ${series(100_000)}`,
    `insert into history (id, org_id, subject_id, at, status) select ${key("h", "n", 6)}, 'o', ${key("s", "n % 10000 + 1")}, ${over(month, 100_000)}, 'up' from ${series(100_000)}`,
    `insert into sub_check_changes select ${key("s", "n % 10000 + 1")}, 'database', ${over(month, 100_000)}, null, 'ok', null from ${series(100_000)}`,
    `insert into timeline select ${key("t", "n", 6)}, ${key("i", "n % 20000 + 1")}, n, 'opened', 'x', null, null from ${series(60_000)}`,
    `insert into notification_attempts select ${key("n", "n", 6)}, 1, n, n, 'delivered', 200, null from ${series(counts.pushes)}`,
    `insert into inbound_events (id, org_id, target_kind, target_id, received_at, http_status, reason, body) select ${key("b", "n", 6)}, 'o', 'alert_group', ${key("g", "n % 2000 + 1")}, ${over(month, 100_000)}, 200, '', '{}' from ${series(100_000)}`,
    `insert into audit_events (id, org_id, at, actor, action, object_kind, object_id) select ${key("a", "n", 6)}, 'o', ${over(month, 50_000)}, 'ada', 'updated', 'users', ${key("u", "n % 2000")} from ${series(50_000)}`,
    `insert into runs (id, monitor_id, started_at, ended_at, method, remote_address, at) select ${key("r", "n", 6)}, ${key("e", "n % 2000 + 1")}, n, n, 'GET', 'x', ${over(month, 100_000)} from ${series(100_000)}`,
    `insert into events (tx, org_id, at, kind, object_id, about) select n, 'o', ${over(day, 100_000)}, 'status', ${key("s", "n % 10000")}, '{}' from ${series(100_000)}`,
    `insert into silences (id, org_id, matchers, "from", until, until_recovered, timezone, created_by, reason, inserted_at) select ${key("q", "n")}, 'o', '[]', n, n, false, 'UTC', 'ada', '', n from ${series(400)}`,
    `update counters set last_incident_number = ${counts.incidents}`,
    `update incidents set resolved_at = ${now} - number where resolved_at is not null`,
  ];
}

/** The node whose claims they are. */
export const node = "00000000-0000-4000-8000-00000000000a";

/** The tables that a plan reads whole. */
export function sequentialScans(plan: unknown): string[] {
  const scans: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const part = node as Record<string, unknown>;
    if (part["Node Type"] === "Seq Scan") scans.push(String(part["Relation Name"]));
    Object.values(part).forEach(walk);
  };
  walk(plan);
  return scans;
}
