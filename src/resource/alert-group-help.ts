/** The help of fields in the form of an alert group, where the description of the API would not be understood. Plain data. */
export const alertGroupHelp = {
  urgent_ignores_contact_hours: "Incidents of priority 1 page at any hour.",
  repeat_minutes:
    "While an incident is unacknowledged. 0: never. Left empty: every 5 min for priority 1, every 60 min for priority 2, never for priority 3.",
  repeat_limit: "Left empty: 12 times, for priority 2 6 times.",
  escalate_after_minutes:
    "Counted from the first attempt to page this group. A group that is known not to be reached is passed at once.",
  ends: "After that the incident is open again and pages. Left empty: until it is resolved.",
  recovery_priority:
    "Quietly: it does not ring through Do Not Disturb. Not at all: it makes no sound.",
  drill_cron:
    "Every member is asked, on every device and without a sound, to press a button. A cron expression, at most once a day: 0 10 1 * * is the first of each month at ten. Left empty: never.",
  webhook_auth:
    "What senders must present beside the webhook URL: a Grafana HMAC signature, a bearer token, or a user and password.",
  webhook_secret: "The HMAC key, the token, or user:password. Shown as *** once it is saved.",
  webhook_timestamp_header:
    "Only for an HMAC signature: the header with its time, if the sender signs one.",
};
