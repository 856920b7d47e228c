/** Databases of Uptime Kuma: its tables with their columns and defaults, as versions 1.23 and 2 have them. */
import Database from "better-sqlite3";

/** Columns of version 1.23. */
const monitorColumns = `id integer primary key autoincrement, name varchar(150), active boolean not null default 1, user_id integer,
  interval integer not null default 20, url text, type varchar(20), weight integer default 2000, hostname varchar(255), port integer,
  created_date datetime not null default (datetime('now')), keyword varchar(255), maxretries integer not null default 0,
  ignore_tls boolean not null default 0, upside_down boolean not null default 0, maxredirects integer not null default 10,
  accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5), dns_resolve_server varchar(255),
  dns_last_result varchar(255), retry_interval integer not null default 0, push_token varchar(32), method text not null default 'GET',
  body text, headers text, basic_auth_user text, basic_auth_pass text, docker_host integer, docker_container varchar(255),
  proxy_id integer, expiry_notification boolean default 1, mqtt_topic text, mqtt_success_message varchar(255),
  mqtt_username varchar(255), mqtt_password varchar(255), database_connection_string varchar(2000), database_query text,
  auth_method varchar(250), auth_domain text, auth_workstation text, grpc_url varchar(255), grpc_protobuf text, grpc_body text,
  grpc_metadata text, grpc_method text, grpc_service_name text, grpc_enable_tls boolean not null default 0,
  radius_username varchar(255), radius_password varchar(255), radius_secret varchar(255), resend_interval integer not null default 0,
  packet_size integer not null default 56, game varchar(255), http_body_encoding varchar(25), description text, tls_ca text,
  tls_cert text, tls_key text, parent integer, invert_keyword boolean not null default 0, json_path text, expected_value varchar(255),
  kafka_producer_topic varchar(255), kafka_producer_brokers text, kafka_producer_ssl integer, timeout double not null default 0`;

/** Columns that version 2 adds. */
const laterColumns = `, json_path_operator varchar(255), conditions text not null default '[]', rabbitmq_nodes text,
  rabbitmq_username varchar(255), rabbitmq_password varchar(255), smtp_security varchar(255), remote_browser integer,
  snmp_oid varchar(255), snmp_version text, cache_bust boolean not null default 0, ws_subprotocol varchar(255),
  ws_ignore_sec_websocket_accept_header boolean not null default 0, ping_count integer not null default 1, ip_family varchar(4)`;

const otherTables = `
  create table "group" (id integer primary key, name varchar(255) not null, created_date datetime, public boolean not null default 0,
    active boolean not null default 1, weight integer not null default 1000, status_page_id integer);
  create table monitor_group (id integer primary key, monitor_id integer not null, group_id integer not null,
    weight integer not null default 1000, send_url boolean not null default 0);
  create table status_page (id integer primary key, slug varchar(255) not null unique, title varchar(255) not null, description text,
    icon varchar(255) not null default '', theme varchar(30) not null default 'auto', published boolean not null default 1,
    search_engine_index boolean not null default 1, show_tags boolean not null default 0, password varchar);
  create table notification (id integer primary key, name varchar(255), active boolean not null default 1, user_id integer,
    is_default boolean not null default 0, config longtext);
  create table monitor_notification (id integer primary key, monitor_id integer not null, notification_id integer not null);
  create table maintenance (id integer primary key, title varchar(150) not null, description text not null default '', user_id integer,
    active boolean not null default 1, strategy varchar(50) not null default 'single', start_date datetime, end_date datetime,
    start_time time, end_time time, weekdays varchar(250) default '[]', days_of_month text default '[]', interval_day integer,
    cron text, timezone varchar(255), duration integer);
  create table monitor_maintenance (id integer primary key, monitor_id integer not null, maintenance_id integer not null);
  create table tag (id integer primary key, name varchar(255) not null, color varchar(255) not null default '#000');
  create table monitor_tag (id integer primary key, monitor_id integer not null, tag_id integer not null, value text);
  create table heartbeat (id integer primary key, monitor_id integer not null, status smallint not null, msg text, time datetime);
  create table setting (id integer primary key, key varchar(200) not null unique, value text, type varchar(20));
`;

type Row = Record<string, unknown>;

/** Rows by table; `monitor` numbers its rows from 1. */
export type KumaRows = Partial<Record<string, readonly Row[]>>;

/** Writes a database with these rows. */
export function writeKuma(path: string, rows: KumaRows, version: 1 | 2 = 2): void {
  const database = new Database(path);
  database.exec(
    `create table monitor (${monitorColumns}${version === 2 ? laterColumns : ""});${otherTables}`,
  );
  for (const [table, list = []] of Object.entries(rows))
    for (const row of list) {
      const names = Object.keys(row);
      const sql = `insert into "${table}" (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
      const values = Object.values(row).map((value) =>
        typeof value === "object" && value !== null ? JSON.stringify(value) : value,
      );
      database.prepare(sql).run(...values);
    }
  database.close();
}
