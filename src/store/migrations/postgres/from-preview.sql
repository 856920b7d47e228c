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

-- heartbeat
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"monitor_id" text NOT NULL,
	"rid" text,
	"started_at" bigint,
	"ended_at" bigint,
	"duration_ms" bigint,
	"outcome" text,
	"exit_code" bigint,
	"output" text,
	"at" bigint NOT NULL
);

ALTER TABLE "webhook_monitors" ADD COLUMN "expect_every_minutes" bigint;
ALTER TABLE "webhook_monitors" ADD COLUMN "expect_cron" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "expect_timezone" text DEFAULT 'UTC' NOT NULL;
ALTER TABLE "webhook_monitors" ADD COLUMN "expect_from" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "grace_minutes" bigint DEFAULT 60 NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "expect_schedule" text;
ALTER TABLE "subjects" ADD COLUMN "expected_at" bigint;
ALTER TABLE "subjects" ADD COLUMN "run_started_at" bigint;
ALTER TABLE "subjects" ADD COLUMN "missing_since" bigint;
ALTER TABLE "subjects" ADD COLUMN "last_success_at" bigint;
ALTER TABLE "subjects" ADD COLUMN "last_duration_ms" bigint;
CREATE INDEX "runs_monitor" ON "runs" USING btree ("monitor_id","at","id");
CREATE INDEX "runs_age" ON "runs" USING btree ("at");
