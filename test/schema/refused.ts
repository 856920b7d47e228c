/**
 * What the API document allows and the service refuses all the same: rules that no schema can say, by the operation
 * that schemathesis meets them in. One that is not here is a mistake of the document.
 */
const urls =
  "URLs whose host cannot be parsed, with a fragment, or of an address that is never connected to";
const zones = "time zones that do not exist";
const future = "an instant that has passed";
const expectations = "fields without a meaning for the URL or the answer, ranges of statuses";
const ranges = "a beginning that is in the future, or not before the end";
const references = "ids and names of resources that do not exist";

const several = "neither numbers nor a filter, or both, and numbers that no incident has";
const severalIds = "neither ids nor a filter, or both, and ids that do not exist";
const pictures = "logos that are no picture, reserved slugs";
const handoffs = "handoffs that never come or come too often, days and hours that need each other";

export const refused: Readonly<Record<string, readonly string[]>> = {
  "POST /api/v1/alert_groups": [urls, zones, references, "fields that need each other"],
  "PUT /api/v1/alert_groups/{id}": [urls, zones, references, "fields that need each other"],
  "POST /api/v1/alert_groups/{id}/try_body": [
    "neither a body nor a delivery, or both",
    "mistakes in queries",
  ],
  "POST /api/v1/alert_groups/{id}/members": ["addresses that no user has"],
  "PUT /api/v1/alert_groups/{id}/members/{user_id}": [zones, "contact hours without an end"],
  "POST /api/v1/health_check_monitors": [urls, references, expectations, "header names and values"],
  "PUT /api/v1/health_check_monitors/{id}": [
    urls,
    references,
    expectations,
    "header names and values",
  ],
  "POST /api/v1/checks": [urls, expectations, "header names and values"],
  "POST /api/v1/webhook_monitors": [urls, zones, references, "cron expressions"],
  "PUT /api/v1/webhook_monitors/{id}": [urls, zones, references, "cron expressions"],
  "POST /api/v1/users/{user_id}/devices": [urls, "targets, by the kind of the device"],
  "PUT /api/v1/users/{user_id}/devices/{id}": [urls, "targets, by the kind of the device"],
  "POST /api/v1/users/{user_id}/device_invitations": [urls],
  "POST /api/v1/users": [zones],
  "PUT /api/v1/users/{id}": [zones],
  "PUT /api/v1/me": [zones, "the name of another person"],
  "POST /api/v1/silences": [zones, references, "cron expressions", "matchers"],
  "POST /api/v1/marks": [urls, references],
  "POST /api/v1/plan": ["all that is refused of the resources in it"],
  "POST /api/v1/apply": ["all that is refused of the resources in it"],
  "POST /api/v1/drift": ["all that is refused of the resources in it"],
  "POST /api/v1/adopt": ["resources that have no external_id, or one that is taken"],
  "POST /api/v1/api_keys": [future, "projects of a key with the scope admin"],
  "POST /api/v1/device_authorizations/key": ["codes that do not exist"],
  "GET /api/v1/health_check_monitors/{id}/metrics": [ranges],
  "GET /api/v1/health_check_monitors/{id}/sub_checks": [ranges],
  "GET /api/v1/webhook_monitors/{id}/metrics": [ranges],
  "GET /api/v1/monitors/history": [ranges],
  "POST /api/v1/users/{user_id}/sign_in_links": [
    "users without a role",
    "mail where none is configured",
  ],
  "POST /api/v1/health_check_monitors/{id}/pause": [future],
  "POST /api/v1/webhook_monitors/{id}/pause": [future],
  "POST /api/v1/monitors/pause": [severalIds, future],
  "POST /api/v1/monitors/resume": [severalIds],
  "POST /api/v1/deleted_resources/restore": [severalIds],
  "POST /api/v1/incidents/acknowledge": [several],
  "POST /api/v1/incidents/unacknowledge": [several],
  "POST /api/v1/incidents/resolve": [several],
  "POST /api/v1/incidents/{id}/page": [references],
  "POST /api/v1/incidents/{id}/hand-over": [references, "neither a user nor a group, or both"],
  "POST /api/v1/status_pages": [zones, references, pictures, "sections and systems twice"],
  "PUT /api/v1/status_pages/{id}": [zones, references, pictures, "sections and systems twice"],
  "POST /api/v1/schedules": [zones, references, handoffs],
  "PUT /api/v1/schedules/{id}": [zones, references, handoffs],
  "GET /api/v1/schedules/{id}/shifts": [ranges],
  "GET /api/v1/reports/on_call": [ranges],
  "GET /api/v1/reports/uptime": [ranges, "a month with a range", "unknown time zones"],
  "POST /api/v1/schedules/{id}/overrides": [future, references],
  "POST /api/v1/schedules/{id}/swap": [future, references, "people without a shift"],
  "POST /api/v1/users/{user_id}/absences": [future],
  "PUT /api/v1/alert_groups/{id}/schedules/{schedule_id}": [zones, "contact hours without an end"],
  "POST /api/v1/calendar_feeds": [references, "neither a user nor a schedule, or both"],
};
