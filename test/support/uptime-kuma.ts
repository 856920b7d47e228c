/** The tables of version 2 of Uptime Kuma, with the columns that an import reads. */
export const kumaTables = `
  create table monitor (id integer primary key autoincrement, name text, description text, active boolean default 1,
    interval integer default 20, url text, type text, weight integer default 2000, hostname text, port integer,
    keyword text, invert_keyword boolean default 0, maxretries integer default 0, ignore_tls boolean default 0,
    upside_down boolean default 0, accepted_statuscodes_json text default '["200-299"]', dns_resolve_type text,
    dns_resolve_server text, retry_interval integer default 0, push_token text, method text default 'GET', body text,
    headers text, basic_auth_user text, basic_auth_pass text, auth_method text, proxy_id integer, parent integer,
    expiry_notification boolean default 1, http_body_encoding text, timeout double default 0, json_path text,
    json_path_operator text, expected_value text, conditions text default '[]');
  create table maintenance (id integer primary key, title text, active boolean default 1, strategy text, cron text, duration integer,
    start_date datetime, end_date datetime, interval_day integer, timezone text);
  create table monitor_maintenance (id integer primary key autoincrement, monitor_id integer, maintenance_id integer);
  create table tag (id integer primary key, name text);
  create table monitor_tag (id integer primary key, monitor_id integer, tag_id integer);
`;
