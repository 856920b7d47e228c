/** Bodies as other tools send them, short: what matters to what becomes of them. */

export const alertmanagerAlert = (instance: string, with_: object = {}) => ({
  status: "firing",
  labels: { alertname: "InstanceDown", instance, severity: "critical" },
  annotations: { summary: `Instance ${instance} down` },
  startsAt: "2026-11-21T02:00:00Z",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "http://prometheus.example.com/graph?g0.expr=up",
  fingerprint: `fp-${instance}`,
  ...with_,
});

export const alertmanagerBody = (alerts: object[], with_: object = {}) => ({
  version: "4",
  groupKey: '{}:{alertname="InstanceDown"}',
  truncatedAlerts: 0,
  status: "firing",
  receiver: "phones",
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: "http://alertmanager.example.com",
  alerts,
  ...with_,
});

export const graylogBody = (key: string, id: string, with_: object = {}) => ({
  event_definition_id: "def-1",
  event_definition_type: "aggregation-v1",
  event_definition_title: "Too many errors",
  event_definition_description: "",
  event: { id, key, message: "Too many errors: 42", fields: {}, priority: 3 },
  backlog: [],
  ...with_,
});
