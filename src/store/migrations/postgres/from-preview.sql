-- Brings a database of the last preview to the tables of 0001-initial.sql.

-- descriptions
ALTER TABLE "devices" ALTER COLUMN "enabled" SET DEFAULT true;
ALTER TABLE "alert_groups" ALTER COLUMN "priority_level" SET DEFAULT 2;
ALTER TABLE "alert_groups" ALTER COLUMN "timezone" SET DEFAULT 'UTC';
ALTER TABLE "alert_groups" ALTER COLUMN "contact_hours_all_day" SET DEFAULT true;
ALTER TABLE "alert_groups" ALTER COLUMN "contact_days" SET DEFAULT '[0,1,2,3,4,5,6]';
ALTER TABLE "health_check_monitors" ALTER COLUMN "staleness_threshold_minutes" SET DEFAULT 10;
ALTER TABLE "health_check_monitors" ALTER COLUMN "interval_seconds" SET DEFAULT 60;
ALTER TABLE "health_check_monitors" ALTER COLUMN "timeout_seconds" SET DEFAULT 10;
ALTER TABLE "health_check_monitors" ALTER COLUMN "request_headers" SET DEFAULT '{}';
ALTER TABLE "health_check_monitors" ALTER COLUMN "fetch_retries" SET DEFAULT 1;
ALTER TABLE "webhook_monitors" ALTER COLUMN "error_rate_threshold" SET DEFAULT 1;
ALTER TABLE "webhook_monitors" ALTER COLUMN "error_rate_window_minutes" SET DEFAULT 5;

-- channel-webhook
ALTER TABLE "devices" ADD COLUMN "format" text;
ALTER TABLE "devices" ADD COLUMN "secret" text;

-- guidance
ALTER TABLE "alert_groups" ADD COLUMN "description" text;
ALTER TABLE "alert_groups" ADD COLUMN "runbook_url" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "description" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "runbook_url" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "description" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "runbook_url" text;
