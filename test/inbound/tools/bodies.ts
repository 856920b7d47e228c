/**
 * A body of each tool that has a format of its own, written after its documentation: a problem, the same once more, its end,
 * and the push of a test button; null: the tool has none, or its test looks like a problem.
 */
export interface ToolBodies {
  /** As people call it. */
  tool: string;
  format: string;
  firing: object;
  repeated: object;
  /** null: the tool sends none. */
  resolved: object | null;
  test: object | null;
}

const grafanaOf = (status: string, value: number, groupKey: string) => ({
  version: "1",
  orgId: 1,
  groupKey,
  status,
  alerts: [
    {
      status,
      labels: { alertname: "Disk full", instance: "db1", severity: "critical" },
      annotations: { summary: "/var is full" },
      startsAt: "2026-11-20T03:00:00Z",
      endsAt: status === "resolved" ? "2026-11-20T03:20:00Z" : "0001-01-01T00:00:00Z",
      fingerprint: groupKey.startsWith("test") ? "57c6d9296de2ad39" : "0a1b2c3d4e5f6071",
      values: { A: value },
    },
  ],
});

const alertmanagerOf = (status: string, summary: string) => ({
  version: "4",
  groupKey: '{}:{alertname="Disk full"}',
  status,
  receiver: "monitord",
  alerts: [
    {
      status,
      labels: { alertname: "Disk full", instance: "db1", severity: "critical" },
      annotations: { summary },
      startsAt: "2026-11-20T03:00:00Z",
      endsAt: status === "resolved" ? "2026-11-20T03:20:00Z" : "0001-01-01T00:00:00Z",
      fingerprint: "1a1b2c3d4e5f6071",
    },
  ],
});

const graylogOf = (id: string, message: string, event_definition_type = "aggregation-v1") => ({
  event_definition_id: "5f2",
  event_definition_type,
  event_definition_title: "Failed logins",
  event: {
    id,
    event_definition_type,
    message,
    priority: 3,
    timestamp: "2026-11-20T03:00:00.000Z",
    group_by_fields: { user: "root" },
  },
});

const kumaOf = (status: number, msg: string) => ({
  heartbeat: { monitorID: 4, status, msg },
  monitor: { id: 4, name: "Shop", url: "https://shop.example.com" },
  msg: `[Shop] ${msg}`,
});

const checkOf = (status: string, n_pings: number) => ({
  name: "Nightly backup",
  slug: "nightly-backup",
  unique_key: "a6c7b0a8a66bed0df66abfdab3c77736861703ee",
  status,
  n_pings,
  last_ping: "2026-11-20T02:00:00+00:00",
});

const eventOf = (event_action: string, summary: string) => ({
  routing_key: "samplekeyhere",
  dedup_key: "db1/disk",
  event_action,
  payload: { summary, source: "db1", severity: "critical" },
});

const firstEventOf = (event_type: string, description: string) => ({
  service_key: "samplekeyhere",
  incident_key: "db1/load",
  event_type,
  description,
  client: "Nagios",
  client_url: "https://nagios.example.com",
  details: { load: "20.1" },
  contexts: [{ type: "link", href: "https://wiki.example.com/load", text: "runbook" }],
});

const azureOf = (monitorCondition: string, metricValue: number) => ({
  schemaId: "azureMonitorCommonAlertSchema",
  data: {
    essentials: {
      alertId: `/subscriptions/11/providers/Microsoft.AlertsManagement/alerts/${metricValue}`,
      alertRule: "CPU of the shop",
      severity: "Sev1",
      signalType: "Metric",
      monitorCondition,
      monitoringService: "Platform",
      alertTargetIDs: [
        "/subscriptions/11/resourcegroups/shop/providers/microsoft.compute/virtualmachines/web1",
      ],
      configurationItems: ["web1"],
      firedDateTime: "2026-11-20T03:00:00Z",
      ...(monitorCondition === "Resolved" && { resolvedDateTime: "2026-11-20T03:20:00Z" }),
      description: "The shop gets slow above 90 %.",
    },
    alertContext: {
      conditionType: "SingleResourceMultipleMetricCriteria",
      condition: {
        allOf: [
          {
            metricName: "Percentage CPU",
            operator: "GreaterThan",
            threshold: "90",
            metricValue,
            dimensions: [{ name: "Role", value: "web" }],
          },
        ],
      },
    },
  },
});

const alarmOf = (NewStateValue: string, NewStateReason: string) => ({
  AlarmName: "shop-cpu",
  AlarmDescription: "The shop gets slow above 90 %.",
  AWSAccountId: "123456789012",
  NewStateValue,
  NewStateReason,
  StateChangeTime: "2026-11-20T03:00:00.000+0000",
  Region: "EU (Frankfurt)",
  AlarmArn: "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:shop-cpu",
  OldStateValue: NewStateValue === "OK" ? "ALARM" : "OK",
  Trigger: {
    MetricName: "CPUUtilization",
    Namespace: "AWS/EC2",
    Dimensions: [{ name: "InstanceId", value: "i-0aa" }],
  },
});

const envelopeOf = (message: object | string, Subject: string) => ({
  Type: "Notification",
  MessageId: "22b80b92-0000-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: "arn:aws:sns:eu-central-1:123456789012:oncall",
  Subject,
  Message: typeof message === "string" ? message : JSON.stringify(message),
  Timestamp: "2026-11-20T03:00:05.000Z",
});

const pingdomOf = (current_state: string, long_description: string) => ({
  check_id: 85_975,
  check_name: "Shop",
  check_type: "HTTP",
  check_params: {
    hostname: "shop.example.com",
    full_url: "https://shop.example.com/health",
    port: 443,
  },
  tags: ["shop"],
  previous_state: current_state === "UP" ? "DOWN" : "UP",
  current_state,
  importance_level: "HIGH",
  state_changed_timestamp: 1_795_143_600,
  long_description,
  description: long_description,
  version: 1,
});

const opsgenieOf = (action: string) => ({
  action,
  alert: {
    alertId: "052652ac-5d1c-464a-812a-7dd18bbfba8c",
    message: "Database is down",
    alias: "db1-down",
    entity: "db1",
    tags: ["shop"],
    priority: "P1",
    description: "No answer for 5 min",
    updatedAt: action === "Create" ? 1 : 2,
  },
  source: { name: "", type: "api" },
  integrationName: "monitord",
});

const statuscakeOf = (Status: string, StatusCode: string) => ({
  URL: "https://shop.example.com",
  Token: "0cc175b9c0f1b6a831c399e269772661",
  Name: "Shop",
  StatusCode,
  Status,
  IP: "203.0.113.7",
  Tags: "shop,web",
  Method: "Website",
  Checkrate: "300",
});

const robotOf = (alertType: string, alertTypeFriendlyName: string, alertDetails: string) => ({
  monitorID: "777749809",
  monitorURL: "https://shop.example.com",
  monitorFriendlyName: "Shop",
  alertType,
  alertTypeFriendlyName,
  alertDetails,
  alertDateTime: "1795143600",
});

const site24x7Of = (STATUS: string, INCIDENT_REASON: string) => ({
  MONITORNAME: "Shop",
  MONITORID: "123456000000025017",
  MONITORTYPE: "URL",
  MONITORURL: "https://shop.example.com",
  STATUS,
  INCIDENT_REASON,
  INCIDENT_TIME_ISO: "2026-11-20T03:00:00+0000",
  FAILED_LOCATIONS: "Frankfurt, Dublin",
  MONITOR_DASHBOARD_LINK: "https://www.site24x7.com/app/client#/home/monitors/123456000000025017",
});

const relicOf = (state: string, totalIncidents: number) => ({
  id: "0ea2df1c-adab-45d2-aae0-042b609d2322",
  issueUrl: "https://radar-api.service.newrelic.com/accounts/1/issues/0ea2df1c",
  title: "Memory Used % > 90 for at least 2 minutes on 'web1'",
  priority: "CRITICAL",
  impactedEntities: ["web1"],
  totalIncidents,
  state,
  trigger: "STATE_CHANGE",
  isCorrelated: false,
  createdAt: 1_795_143_600_000,
  updatedAt: 1_795_143_600_000 + totalIncidents,
  sources: ["newrelic"],
  alertPolicyNames: ["Shop"],
  alertConditionNames: ["Memory of hosts"],
  workflowName: "On call",
});

const datadogOf = (alert_transition: string, title: string, body: string, id: string) => ({
  id,
  title,
  body,
  alert_id: "1234",
  alert_transition,
  alert_scope: "host:web1,env:prod",
  alert_title: title,
  alert_status: "system.cpu.user over host:web1 was > 90 on average during the last 5m.",
  priority: "P2",
  hostname: "web1",
  tags: "env:prod,host:web1,monitor",
  date: "1795143600000",
  link: "https://app.datadoghq.com/event/event?id=901",
});

const sentryOf = (action: string, status: string) => ({
  action,
  installation: { uuid: "7a485448-a9e2-4c85-8a3c-4f44175783c9" },
  actor: { type: "application", id: "sentry", name: "Sentry" },
  data: {
    issue: {
      id: "1170820242",
      shortId: "SHOP-1",
      title: "TypeError: total is not a function",
      culprit: "checkout(cart)",
      level: "error",
      status,
      project: { id: "1", name: "Shop", slug: "shop" },
      firstSeen: "2026-11-20T03:00:00Z",
      web_url: "https://example.sentry.io/issues/1170820242/",
    },
  },
});

const runOf = (conclusion: string, run_number: number) => ({
  action: "completed",
  workflow_run: {
    id: 9_000 + run_number,
    name: "Deploy",
    workflow_id: 17,
    head_branch: "main",
    event: "push",
    status: "completed",
    conclusion,
    run_number,
    run_attempt: 1,
    display_title: "Raise the limit of carts",
    html_url: `https://github.com/example/shop/actions/runs/${9_000 + run_number}`,
    updated_at: "2026-11-20T03:00:00Z",
  },
  repository: { full_name: "example/shop", html_url: "https://github.com/example/shop" },
  sender: { login: "ada" },
});

const pipelineOf = (status: string, id: number) => ({
  object_kind: "pipeline",
  object_attributes: {
    id,
    ref: "main",
    source: "push",
    status,
    finished_at: "2026-11-20 03:00:00 UTC",
    url: `https://gitlab.example.com/example/shop/-/pipelines/${id}`,
  },
  user: { name: "Ada" },
  project: {
    id: 3,
    path_with_namespace: "example/shop",
    web_url: "https://gitlab.example.com/example/shop",
  },
  commit: { title: "Raise the limit of carts" },
  builds: [{ name: "deploy", status: status === "failed" ? "failed" : "success" }],
});

const appriseOf = (type: string, message: string) => ({
  version: "1.0",
  title: "Backup of db1",
  message,
  attachments: [],
  type,
});

const proxmoxOf = (severity: string, title: string, message: string) => ({
  source: "proxmox",
  title,
  message,
  severity,
  timestamp: 1_795_143_600,
  type: "vzdump",
  hostname: "node1",
});

const homeOf = (status: string, message: string) => ({
  source: "home-assistant",
  entity_id: "binary_sensor.cellar_leak",
  title: "Water in the cellar",
  message,
  status,
  severity: "critical",
});

const checkmkOf = (NOTIFICATIONTYPE: string, SERVICESTATE: string, SERVICEOUTPUT: string) => ({
  WHAT: "SERVICE",
  NOTIFICATIONTYPE,
  HOSTNAME: "db1",
  HOSTADDRESS: "192.0.2.10",
  HOSTSTATE: "UP",
  SERVICEDESC: "Filesystem /var",
  SERVICESTATE,
  SERVICEOUTPUT,
  OMD_SITE: "main",
});

const icingaOf = (notification_type: string, service_state: string, service_output: string) => ({
  notification_type,
  host_name: "db1",
  host_state: "UP",
  service_name: "mysql",
  service_state,
  service_output,
});

const zabbixOf = (event_value: string, more: object = {}) => ({
  event_id: "7701",
  event_value,
  event_update_status: "0",
  event_update_action: "",
  event_name: "Disk of /var is fuller than 90 %",
  trigger_id: "13491",
  host: "db1",
  severity: "High",
  opdata: "Used: 93.1 %",
  tags: '[{"tag":"scope","value":"capacity"}]',
  link: "https://zabbix.example.com/tr_events.php?triggerid=13491&eventid=7701",
  ...more,
});

const netdataOf = (status: string, value: string) => ({
  host: "web1",
  alarm: "ram_in_use",
  chart: "system.ram",
  context: "system.ram",
  status,
  old_status: "CLEAR",
  value,
  info: "Percentage of used RAM",
  when: "1795143600",
});

const pagerOf = (event_type: string, status: string, more: object = {}) => ({
  event: {
    id: `01BZYIL05THJDFF2Y08X9SVMTU${event_type}`,
    event_type,
    resource_type: "incident",
    occurred_at: "2026-11-20T03:00:00Z",
    data: {
      id: "PFQZPSY",
      type: "incident",
      html_url: "https://example.pagerduty.com/incidents/PFQZPSY",
      number: 9,
      status,
      title: "Queue of orders is full",
      service: { id: "PA2P440", summary: "Shop" },
      priority: { summary: "P1" },
      urgency: "high",
      created_at: "2026-11-20T03:00:00Z",
      ...more,
    },
  },
});

const itemOf = (event_name: string, total_occurrences: number) => ({
  event_name,
  data: {
    item: {
      id: 272_505_123,
      title: "TypeError: total is not a function",
      level: 40,
      environment: "production",
      last_activated_timestamp: 1_795_143_600,
      total_occurrences,
      last_occurrence: { context: "checkout#pay", server: { host: "web1" } },
    },
  },
});

const bugOf = (type: string, stateChange?: string) => ({
  account: { id: "1", name: "Example" },
  project: { id: "2", name: "Shop", url: "https://app.bugsnag.com/example/shop" },
  trigger: { type, message: "New error", ...(stateChange !== undefined && { stateChange }) },
  error: {
    id: `event of ${type}`,
    errorId: "56b9ca7f17025f8756f69054",
    exceptionClass: "NoMethodError",
    message: "No method total",
    context: "orders#create",
    severity: "error",
    releaseStage: "production",
    url: "https://app.bugsnag.com/example/shop/errors/56b9ca7f17025f8756f69054",
    firstReceived: "2026-11-20T03:00:00Z",
  },
});

const badgerOf = (event: string, message: string) => ({
  event,
  message: `[Shop] ${message}`,
  project: { id: 85_696, name: "Shop" },
  site: {
    id: "37a5a602-f049-46ac-9a64-e8db6079dc80",
    name: "Checkout",
    details_url: "https://app.honeybadger.io/projects/85696/sites/37a5a602",
  },
  outage: { down_at: "2026-11-20T03:00:00Z", reason: "Expected 2xx status code -- got 500" },
});

const buildOf = (status: string, number: number) => ({
  name: "deploy",
  display_name: "deploy",
  url: "job/deploy/",
  build: {
    full_url: `https://jenkins.example.com/job/deploy/${number}/`,
    number,
    timestamp: 1_795_143_600_000,
    phase: "FINALIZED",
    status,
    scm: { branch: "origin/main", commit: "c6d86dc6" },
    log: "",
  },
});

const issueOf = (webhookEvent: string, key: string) => ({
  webhookEvent,
  issue: {
    id: "10002",
    self: "https://example.atlassian.net/rest/api/2/issue/10002",
    key: "OPS-1",
    fields: {
      summary: "Shop is slow",
      created: "2026-11-20T03:00:00.000+0000",
      status: { name: key, statusCategory: { key } },
      priority: { name: "Highest" },
      project: { key: "OPS", name: "Operations" },
      issuetype: { name: "Incident" },
    },
  },
});

const librenmsOf = (state: string, severity: string, name = "Devices up/down", uid = "41") => ({
  title: `Alert for device sw1.example.com - ${name}`,
  hostname: "sw1.example.com",
  display: "sw1",
  sysName: "sw1",
  device_id: "2",
  rule_id: name === "Test-Rule" ? "000" : "13",
  uid,
  name,
  state,
  severity,
});

const monitOf = (monit_event: string, monit_description: string) => ({
  monit_host: "web5",
  monit_service: "nginx",
  monit_event,
  monit_description,
});

const supplierOf = (status: string, body: string) => ({
  page: { id: "jb7j80lkgqvb", status_indicator: "minor" },
  incident: {
    id: "z3lct0r596n4",
    name: "Delayed payments",
    status,
    impact: "major",
    shortlink: "https://stspg.io/646947c1e",
    created_at: "2026-11-20T03:00:00Z",
    resolved_at: status === "resolved" ? "2026-11-20T03:20:00Z" : null,
    incident_updates: [{ status, body }],
    components: [{ id: "zvdm6f7gf76j", name: "API", status: "degraded_performance" }],
  },
});

export const toolBodies: readonly ToolBodies[] = [
  {
    tool: "Grafana",
    format: "grafana",
    firing: grafanaOf("firing", 97, '{}:{alertname="Disk full"}'),
    repeated: grafanaOf("firing", 98, '{}:{alertname="Disk full"}'),
    resolved: grafanaOf("resolved", 40, '{}:{alertname="Disk full"}'),
    test: grafanaOf("firing", 1, "test-57c6d9296de2ad39-1795143600"),
  },
  {
    tool: "Alertmanager",
    format: "alertmanager",
    firing: alertmanagerOf("firing", "/var is at 97 %"),
    repeated: alertmanagerOf("firing", "/var is at 98 %"),
    resolved: alertmanagerOf("resolved", "/var is at 98 %"),
    test: null,
  },
  {
    tool: "Graylog",
    format: "graylog",
    firing: graylogOf("01", "12 failed logins"),
    repeated: graylogOf("02", "20 failed logins"),
    resolved: null,
    test: graylogOf("TEST_NOTIFICATION_ID", "A test", "test-dummy-v1"),
  },
  {
    tool: "Uptime Kuma",
    format: "uptime-kuma",
    firing: kumaOf(0, "timeout of 48000ms exceeded"),
    repeated: kumaOf(0, "connect ECONNREFUSED"),
    resolved: kumaOf(1, "200 - OK"),
    test: { heartbeat: null, monitor: null, msg: "Phone Testing" },
  },
  {
    tool: "Healthchecks",
    format: "healthchecks",
    firing: checkOf("down", 30),
    repeated: checkOf("down", 31),
    resolved: checkOf("up", 32),
    test: null,
  },
  {
    tool: "PagerDuty, Events API v2",
    format: "pagerduty",
    firing: eventOf("trigger", "Disk of db1 is at 97 %"),
    repeated: eventOf("trigger", "Disk of db1 is at 98 %"),
    resolved: eventOf("resolve", "Disk of db1"),
    test: null,
  },
  {
    tool: "PagerDuty, Events API v1",
    format: "pagerduty",
    firing: firstEventOf("trigger", "Load of db1 is 20"),
    repeated: firstEventOf("trigger", "Load of db1 is 25"),
    resolved: firstEventOf("resolve", "Load of db1 is 1"),
    test: null,
  },
  {
    tool: "PagerDuty, its own webhooks",
    format: "pagerduty-webhook",
    firing: pagerOf("incident.triggered", "triggered"),
    repeated: pagerOf("incident.escalated", "triggered"),
    resolved: pagerOf("incident.resolved", "resolved"),
    test: pagerOf("pagey.ping", "", { type: "ping", message: "Hello from your friend Pagey!" }),
  },
  {
    tool: "Checkmk",
    format: "checkmk",
    firing: checkmkOf("PROBLEM", "CRITICAL", "97 % used"),
    repeated: checkmkOf("PROBLEM", "CRITICAL", "98 % used"),
    resolved: checkmkOf("RECOVERY", "OK", "40 % used"),
    test: checkmkOf("CUSTOM", "OK", "40 % used"),
  },
  {
    tool: "Icinga",
    format: "icinga",
    firing: icingaOf("PROBLEM", "CRITICAL", "connection refused"),
    repeated: icingaOf("PROBLEM", "CRITICAL", "connection timed out"),
    resolved: icingaOf("RECOVERY", "OK", "uptime 3 s"),
    test: icingaOf("CUSTOM", "OK", "uptime 3 days"),
  },
  {
    tool: "Zabbix",
    format: "zabbix",
    firing: zabbixOf("1"),
    repeated: zabbixOf("1", { opdata: "Used: 94 %" }),
    resolved: zabbixOf("0", { opdata: "Used: 40 %" }),
    test: { event_value: "{EVENT.VALUE}", event_name: "{EVENT.NAME}", host: "{HOST.NAME}" },
  },
  {
    tool: "Netdata",
    format: "netdata",
    firing: netdataOf("CRITICAL", "97.2 %"),
    repeated: netdataOf("WARNING", "91 %"),
    resolved: netdataOf("CLEAR", "40 %"),
    test: null,
  },
  {
    tool: "LibreNMS",
    format: "librenms",
    firing: librenmsOf("1", "critical"),
    repeated: librenmsOf("3", "critical"),
    resolved: librenmsOf("0", "ok"),
    test: librenmsOf("1", "critical", "Test-Rule", "000"),
  },
  {
    tool: "Monit",
    format: "monit",
    firing: monitOf("Does not exist", "process is not running"),
    repeated: monitOf("Does not exist", "process is not running"),
    resolved: monitOf("Exists", "process is running with pid 2834"),
    test: null,
  },
  {
    tool: "Proxmox",
    format: "proxmox",
    firing: proxmoxOf("error", "vzdump backup status (node1): backup failed", "VM 100: no space"),
    repeated: proxmoxOf("error", "vzdump backup status (node1): backup failed", "VM 101: no space"),
    resolved: proxmoxOf("info", "vzdump backup status (node1): backup successful", "2 VMs"),
    test: proxmoxOf("info", "Test notification", "This is a test of the notification target."),
  },
  {
    tool: "Pingdom",
    format: "pingdom",
    firing: pingdomOf("DOWN", "HTTP error 500"),
    repeated: pingdomOf("DOWN", "Timeout after 30 s"),
    resolved: pingdomOf("UP", "OK"),
    test: null,
  },
  {
    tool: "Opsgenie",
    format: "opsgenie",
    firing: opsgenieOf("Create"),
    repeated: opsgenieOf("Escalate"),
    resolved: opsgenieOf("Close"),
    test: null,
  },
  {
    tool: "StatusCake",
    format: "statuscake",
    firing: statuscakeOf("Down", "500"),
    repeated: statuscakeOf("Down", "0"),
    resolved: statuscakeOf("Up", "200"),
    test: null,
  },
  {
    tool: "UptimeRobot",
    format: "uptimerobot",
    firing: robotOf("1", "Down", "HTTP 500"),
    repeated: robotOf("1", "Down", "Connection timeout"),
    resolved: robotOf("2", "Up", "HTTP 200"),
    test: robotOf("*alertType*", "*alertTypeFriendlyName*", "*alertDetails*"),
  },
  {
    tool: "Site24x7",
    format: "site24x7",
    firing: site24x7Of("DOWN", "HTTP 500"),
    repeated: site24x7Of("CRITICAL", "Timeout"),
    resolved: site24x7Of("UP", ""),
    test: null,
  },
  {
    tool: "CloudWatch",
    format: "cloudwatch",
    firing: envelopeOf(alarmOf("ALARM", "93.1 is greater than 90"), 'ALARM: "shop-cpu" in EU'),
    repeated: envelopeOf(alarmOf("ALARM", "97 is greater than 90"), 'ALARM: "shop-cpu" in EU'),
    resolved: envelopeOf(alarmOf("OK", "12 is not greater than 90"), 'OK: "shop-cpu" in EU'),
    test: null,
  },
  {
    tool: "Amazon SNS, a text",
    format: "sns",
    firing: envelopeOf("Nightly import of orders failed", "[FIRING] Import of orders"),
    repeated: envelopeOf("Nightly import of orders failed twice", "[FIRING] Import of orders"),
    resolved: envelopeOf("It went through", "[RESOLVED] Import of orders"),
    test: null,
  },
  {
    tool: "Azure Monitor",
    format: "azure",
    firing: azureOf("Fired", 93.1),
    repeated: azureOf("Fired", 97),
    resolved: azureOf("Resolved", 12),
    test: null,
  },
  {
    tool: "New Relic",
    format: "new-relic",
    firing: relicOf("CREATED", 1),
    repeated: relicOf("ACTIVATED", 2),
    resolved: relicOf("CLOSED", 2),
    test: null,
  },
  {
    tool: "Datadog",
    format: "datadog",
    firing: datadogOf("Triggered", "[Triggered on {host:web1}] CPU is at 93 %", "93 %", "901"),
    repeated: datadogOf(
      "Re-Triggered",
      "[Re-Triggered on {host:web1}] CPU is at 97 %",
      "97 %",
      "902",
    ),
    resolved: datadogOf("Recovered", "[Recovered on {host:web1}] CPU is at 12 %", "12 %", "903"),
    test: null,
  },
  {
    tool: "Sentry",
    format: "sentry",
    firing: sentryOf("created", "unresolved"),
    repeated: {
      action: "triggered",
      data: {
        triggered_rule: "New errors of the shop",
        event: {
          issue_id: "1170820242",
          title: "TypeError: total is not a function",
          level: "error",
          culprit: "checkout(cart)",
          environment: "production",
          web_url: "https://example.sentry.io/issues/1170820242/events/e4874d66/",
        },
      },
    },
    resolved: sentryOf("resolved", "resolved"),
    test: {
      action: "triggered",
      data: {
        triggered_rule: "New errors of the shop",
        event: { issue_id: "1", title: "This is an example Python exception", level: "error" },
      },
    },
  },
  {
    tool: "Rollbar",
    format: "rollbar",
    firing: itemOf("new_item", 1),
    repeated: itemOf("exp_repeat_item", 10),
    resolved: itemOf("resolved_item", 12),
    test: { event_name: "test", data: { message: "This is a test payload from Rollbar." } },
  },
  {
    tool: "BugSnag",
    format: "bugsnag",
    firing: bugOf("firstException"),
    repeated: bugOf("errorEventFrequency"),
    resolved: bugOf("errorStateManualChange", "fixed"),
    test: null,
  },
  {
    tool: "Honeybadger",
    format: "honeybadger",
    firing: badgerOf("down", "Checkout is down."),
    repeated: badgerOf("down", "Checkout is down."),
    resolved: badgerOf("up", "Checkout is back up after 5m."),
    test: null,
  },
  {
    tool: "GitHub",
    format: "github",
    firing: runOf("failure", 41),
    repeated: runOf("timed_out", 42),
    resolved: runOf("success", 43),
    test: {
      zen: "Keep it logically awesome.",
      hook_id: 5,
      hook: { type: "Repository", events: ["workflow_run"] },
      repository: { full_name: "example/shop" },
    },
  },
  {
    tool: "GitLab",
    format: "gitlab",
    firing: pipelineOf("failed", 31),
    repeated: pipelineOf("failed", 32),
    resolved: pipelineOf("success", 33),
    test: null,
  },
  {
    tool: "Jenkins",
    format: "jenkins",
    firing: buildOf("FAILURE", 18),
    repeated: buildOf("UNSTABLE", 19),
    resolved: buildOf("SUCCESS", 20),
    test: null,
  },
  {
    tool: "Jira",
    format: "jira",
    firing: issueOf("jira:issue_created", "new"),
    repeated: issueOf("jira:issue_updated", "indeterminate"),
    resolved: issueOf("jira:issue_updated", "done"),
    test: null,
  },
  {
    tool: "Statuspage",
    format: "statuspage",
    firing: supplierOf("investigating", "We are looking into it."),
    repeated: supplierOf("monitoring", "A fix is in place."),
    resolved: supplierOf("resolved", "Payments work."),
    test: null,
  },
  {
    tool: "Apprise",
    format: "apprise",
    firing: appriseOf("failure", "No space left"),
    repeated: appriseOf("warning", "Little space left"),
    resolved: appriseOf("success", "Finished in 3 min"),
    test: null,
  },
  {
    tool: "Home Assistant",
    format: "home-assistant",
    firing: homeOf("problem", "The sensor is wet."),
    repeated: homeOf("problem", "The sensor is still wet."),
    resolved: homeOf("ok", "The sensor is dry."),
    test: homeOf("test", "Sent by hand."),
  },
];
