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
-- state-in-columns
ALTER TABLE "subjects" ADD COLUMN "reason_code" text;
ALTER TABLE "subjects" ADD COLUMN "lease_node" text;
ALTER TABLE "subjects" ADD COLUMN "refused_in_row" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "suppression" text;
ALTER TABLE "notifications" ADD COLUMN "batch_kind" text;
ALTER TABLE "notifications" ADD COLUMN "batch_key" text;
-- What these columns say was in the beginning of strings, or had another meaning for groups.
UPDATE "notifications" SET "batch_kind" = 'digest', "batch_key" = substr("batch", 8) WHERE "batch" LIKE 'digest/%';
UPDATE "notifications" SET "batch_kind" = 'storm', "batch_key" = substr("batch", 7) WHERE "batch" LIKE 'storm/%';
UPDATE "notifications" SET "batch_kind" = 'blind', "batch_key" = substr("batch", 7) WHERE "batch" LIKE 'blind/%';
UPDATE "notifications" SET "batch_kind" = 'command', "batch_key" = "batch" WHERE "batch" IS NOT NULL AND "batch_kind" IS NULL;
UPDATE "subjects" SET "reason_code" = 'offline' WHERE "status_reason" = 'monitord itself seems to be offline';
UPDATE "subjects" SET "lease_node" = substr("lease_token", 1, 36) WHERE "lease_token" IS NOT NULL;
UPDATE "subjects" SET "refused_in_row" = "fetch_attempts", "fetch_attempts" = 0 WHERE "kind" = 'alert_group';
UPDATE "subjects" SET "suppression" = "withheld";

-- state-in-columns-only
ALTER TABLE "notifications" ALTER COLUMN "incident_id" DROP NOT NULL;
ALTER TABLE "subjects" DROP COLUMN "withheld";
ALTER TABLE "notifications" DROP COLUMN "batch";
UPDATE "notifications" SET "incident_id" = NULL WHERE "incident_id" = '';

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

-- test-notifications
ALTER TABLE "notifications" ALTER COLUMN "alert_group_id" DROP NOT NULL;
UPDATE "notifications" SET "alert_group_id" = NULL WHERE "alert_group_id" = '';

-- reminders
ALTER TABLE "alert_groups" ALTER COLUMN "repeat_limit" DROP DEFAULT;
ALTER TABLE "alert_groups" ALTER COLUMN "repeat_limit" DROP NOT NULL;
ALTER TABLE "notifications" ADD COLUMN "wait_asked" boolean DEFAULT false NOT NULL;
UPDATE "alert_groups" SET "repeat_limit" = NULL WHERE "repeat_limit" = 12 AND "repeat_minutes" IS NULL;

-- recovery priority
ALTER TABLE "alert_groups" ADD COLUMN "recovery_priority" text DEFAULT 'normal' NOT NULL;

-- pending
CREATE TABLE "escalated_groups" (
	"incident_id" text NOT NULL,
	"group_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "escalated_groups_incident_id_group_id_pk" PRIMARY KEY("incident_id","group_id")
);

DROP INDEX "notifications_incident";
ALTER TABLE "incidents" ADD COLUMN "pages_again" text;
ALTER TABLE "notifications" ADD COLUMN "handed_over" boolean DEFAULT false NOT NULL;
CREATE INDEX "incidents_open" ON "incidents" USING btree ("id") WHERE "incidents"."status" = 'open';
CREATE INDEX "incidents_group" ON "incidents" USING btree ("alert_group_id") WHERE "incidents"."resolved_at" is null;
CREATE INDEX "notifications_incident" ON "notifications" USING btree ("incident_id","device_id","inserted_at");
UPDATE "incidents" SET "alert_group_id" = (SELECT m."alert_group_id" FROM "health_check_monitors" m WHERE m."id" = "incidents"."source_id") WHERE "resolved_at" IS NULL AND "source_id" IN (SELECT "id" FROM "health_check_monitors");
UPDATE "incidents" SET "alert_group_id" = (SELECT m."alert_group_id" FROM "webhook_monitors" m WHERE m."id" = "incidents"."source_id") WHERE "resolved_at" IS NULL AND "source_id" IN (SELECT "id" FROM "webhook_monitors");

-- idempotency-keys
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"answer" text NOT NULL
);

CREATE INDEX "idempotency_keys_at" ON "idempotency_keys" USING btree ("at");

-- severity-priorities
ALTER TABLE "alert_groups" ADD COLUMN "severity_priorities" text;

-- delivery-rings
ALTER TABLE "subjects" ADD COLUMN "unauthenticated_count" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "inbound_events" ADD COLUMN "ring" text DEFAULT 'accepted' NOT NULL;
CREATE INDEX "inbound_events_ring" ON "inbound_events" USING btree ("target_id","ring","received_at","id");
UPDATE "inbound_events" SET "ring" = CASE WHEN "http_status" = 401 THEN 'unauthenticated' WHEN "http_status" >= 400 THEN 'rejected' ELSE 'accepted' END;

-- audit-identity
ALTER TABLE "audit_events" ADD COLUMN "key_id" text;
ALTER TABLE "audit_events" ADD COLUMN "key_name" text;
ALTER TABLE "audit_events" ADD COLUMN "session_id" text;
ALTER TABLE "audit_events" ADD COLUMN "account" text;
ALTER TABLE "audit_events" ADD COLUMN "client_address" text;

-- sealed-secrets
CREATE TABLE "secrets_check" (
	"id" bigint PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);

DROP INDEX "alert_groups_webhook_id";
DROP INDEX "alert_groups_previous_webhook_id";
DROP INDEX "webhook_monitors_webhook_id";
DROP INDEX "webhook_monitors_previous_webhook_id";
ALTER TABLE "alert_groups" ADD COLUMN "webhook_hash" text DEFAULT '' NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "previous_webhook_hash" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "webhook_hash" text DEFAULT '' NOT NULL;
ALTER TABLE "webhook_monitors" ADD COLUMN "previous_webhook_hash" text;
UPDATE "alert_groups" SET "webhook_hash" = encode(sha256(convert_to("webhook_id", 'UTF8')), 'hex'), "previous_webhook_hash" = CASE WHEN "previous_webhook_id" IS NULL THEN NULL ELSE encode(sha256(convert_to("previous_webhook_id", 'UTF8')), 'hex') END;
CREATE UNIQUE INDEX "alert_groups_webhook_hash" ON "alert_groups" USING btree ("webhook_hash");
CREATE INDEX "alert_groups_previous_webhook_hash" ON "alert_groups" USING btree ("previous_webhook_hash");
UPDATE "webhook_monitors" SET "webhook_hash" = encode(sha256(convert_to("webhook_id", 'UTF8')), 'hex'), "previous_webhook_hash" = CASE WHEN "previous_webhook_id" IS NULL THEN NULL ELSE encode(sha256(convert_to("previous_webhook_id", 'UTF8')), 'hex') END;
CREATE UNIQUE INDEX "webhook_monitors_webhook_hash" ON "webhook_monitors" USING btree ("webhook_hash");
CREATE INDEX "webhook_monitors_previous_webhook_hash" ON "webhook_monitors" USING btree ("previous_webhook_hash");

-- clock
CREATE TABLE "clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"boot" text,
	"steady" bigint NOT NULL,
	"at" bigint NOT NULL,
	"step_by" bigint NOT NULL,
	"step_since" bigint,
	"adopted" bigint NOT NULL
);

CREATE TABLE "retention_clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"horizon" bigint NOT NULL,
	"looked_at" bigint NOT NULL,
	"hold_until" bigint
);

-- owed-notifications
DROP INDEX "notifications_device";
CREATE INDEX "notifications_owed" ON "notifications" USING btree ("device_id","inserted_at","id") WHERE "notifications"."due_at" is not null;
CREATE INDEX "notifications_device" ON "notifications" USING btree ("device_id","inserted_at","id");

-- unfinished-deliveries
CREATE TABLE "unfinished_deliveries" (
	"key" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"done" bigint NOT NULL,
	"verdicts" text NOT NULL
);

CREATE INDEX "unfinished_deliveries_at" ON "unfinished_deliveries" USING btree ("at");

-- held-notifications
DROP INDEX "incidents_group";
CREATE INDEX "notifications_held" ON "notifications" USING btree ("org_id","id") WHERE "notifications"."state" = 'held';
CREATE INDEX "incidents_group" ON "incidents" USING btree ("alert_group_id","id") WHERE "incidents"."resolved_at" is null;

-- arrivals-shift
ALTER TABLE "subjects" ADD COLUMN "arrivals_shift" bigint DEFAULT 0 NOT NULL;
-- applies
CREATE TABLE "applies" (
	"org_id" text NOT NULL,
	"part" bigint NOT NULL,
	"node" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "applies_org_id_part_pk" PRIMARY KEY("org_id","part")
);


-- project-parts
CREATE TABLE "project_parts" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"part" bigint NOT NULL,
	"wanted" text NOT NULL,
	CONSTRAINT "project_parts_org_id_name_part_pk" PRIMARY KEY("org_id","name","part")
);

INSERT INTO "project_parts" SELECT "org_id", "name", 0, "wanted" FROM "projects";

-- project-parts-moved
ALTER TABLE "projects" DROP COLUMN "wanted";

-- any-endpoint
ALTER TABLE "health_check_monitors" ADD COLUMN "expect" text DEFAULT 'health' NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "method" text DEFAULT 'GET' NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "request_body" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "accepted_statuses" text DEFAULT '200-299' NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "body_contains" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "body_lacks" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "body_json" text DEFAULT '[]' NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "slow_above_ms" bigint;
ALTER TABLE "health_check_monitors" ADD COLUMN "watch_certificate" boolean;
ALTER TABLE "health_check_monitors" ADD COLUMN "certificate_warning_days" bigint DEFAULT 21 NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "certificate_failing_days" bigint DEFAULT 7 NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "dns_answers" text DEFAULT '[]' NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "measured" text;

-- history
CREATE TABLE "measures" (
	"subject_id" text NOT NULL,
	"level" text NOT NULL,
	"at" bigint NOT NULL,
	"entries" text NOT NULL,
	CONSTRAINT "measures_subject_id_level_at_pk" PRIMARY KEY("subject_id","level","at")
);

CREATE TABLE "error_minutes" (
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "error_minutes_subject_id_at_pk" PRIMARY KEY("subject_id","at")
);

CREATE TABLE "rollup" (
	"id" bigint PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL,
	"run_until" bigint,
	"run_subject" text
);

CREATE TABLE "sub_check_changes" (
	"subject_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"label" text,
	"status" text,
	"short_summary" text,
	CONSTRAINT "sub_check_changes_subject_id_name_at_pk" PRIMARY KEY("subject_id","name","at")
);

CREATE TABLE "pauses" (
	"subject_id" text NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint NOT NULL,
	CONSTRAINT "pauses_subject_id_from_pk" PRIMARY KEY("subject_id","from")
);

CREATE INDEX "measures_age" ON "measures" USING btree ("level","at");
CREATE INDEX "error_minutes_age" ON "error_minutes" USING btree ("at");
CREATE INDEX "sub_check_changes_age" ON "sub_check_changes" USING btree ("at");
CREATE INDEX "pauses_age" ON "pauses" USING btree ("to");

-- marks
CREATE TABLE "marks" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"at" bigint NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"by" text NOT NULL,
	"alert_group_id" text,
	"monitor_id" text
);

CREATE INDEX "marks_order" ON "marks" USING btree ("org_id","at","id");
CREATE INDEX "marks_age" ON "marks" USING btree ("at");
CREATE INDEX "marks_monitor" ON "marks" USING btree ("monitor_id");

-- accounts
CREATE TABLE "sign_in_links" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" bigint,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

ALTER TABLE "sessions" ALTER COLUMN "key_id" DROP NOT NULL;
ALTER TABLE "users" ADD COLUMN "role" text;
ALTER TABLE "sessions" ADD COLUMN "user_id" text;
ALTER TABLE "incidents" ADD COLUMN "acknowledged_user_id" text;
ALTER TABLE "timeline" ADD COLUMN "user_id" text;
CREATE UNIQUE INDEX "sign_in_links_hash" ON "sign_in_links" USING btree ("hash");

-- status_page_words
ALTER TABLE "alert_groups" ADD COLUMN "status_page_title" text;
ALTER TABLE "alert_groups" ADD COLUMN "status_page_description" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "public_title" text;
ALTER TABLE "health_check_monitors" ADD COLUMN "public_section" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "public_title" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "public_section" text;

-- any-hour
ALTER TABLE "incidents" ADD COLUMN "any_hour_since" bigint;

-- deleted_resources
CREATE TABLE "deleted_resources" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text,
	"title" text NOT NULL,
	"project" text,
	"deleted_at" bigint NOT NULL,
	"deleted_by" text NOT NULL,
	"rows" text NOT NULL
);

CREATE INDEX "deleted_resources_order" ON "deleted_resources" USING btree ("org_id","deleted_at","id");
CREATE INDEX "deleted_resources_age" ON "deleted_resources" USING btree ("deleted_at");

-- passkeys
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"last_used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");

-- report-journal
CREATE TABLE "report_journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"entries" text NOT NULL
);

ALTER TABLE "subjects" ADD COLUMN "journaled" bigint DEFAULT 0 NOT NULL;

-- partitions: what is there is the first one, until tomorrow, and is not copied
ALTER TABLE "arrivals" RENAME TO "arrivals_before";
ALTER TABLE "arrivals_before" RENAME CONSTRAINT "arrivals_subject_id_at_pk" TO "arrivals_before_pkey";
CREATE TABLE "arrivals" (
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "arrivals_subject_id_at_pk" PRIMARY KEY("subject_id","at")
) PARTITION BY RANGE ("at");
CREATE TABLE "arrivals_rest" PARTITION OF "arrivals" DEFAULT;
ALTER TABLE "reports" RENAME TO "reports_before";
ALTER TABLE "reports_before" RENAME CONSTRAINT "reports_pkey" TO "reports_before_pkey";
ALTER INDEX "reports_subject" RENAME TO "reports_before_subject_id_at_idx";
ALTER INDEX "reports_age" RENAME TO "reports_before_at_idx";
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"message" text,
	"source" text,
	"meta" text
) PARTITION BY RANGE ("id");
CREATE TABLE "reports_rest" PARTITION OF "reports" DEFAULT;
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id","at");
CREATE INDEX "reports_age" ON "reports" USING btree ("at");
DO $$
DECLARE
	tomorrow bigint := (floor(extract(epoch FROM now()) / 86400) + 1) * 86400000;
	first_id text := regexp_replace(lpad(to_hex(tomorrow), 12, '0'), '^(.{8})', '\1-');
BEGIN
	-- The future of a clock that was wrong: a partition has its range and nothing else.
	WITH ahead AS (DELETE FROM "arrivals_before" WHERE "at" >= tomorrow RETURNING *)
	INSERT INTO "arrivals" SELECT "subject_id", "at", "count" FROM ahead;
	WITH ahead AS (DELETE FROM "reports_before" WHERE "id" >= first_id RETURNING *)
	INSERT INTO "reports" SELECT "id", "subject_id", "at", "message", "source", "meta" FROM ahead;
	EXECUTE format('ALTER TABLE "arrivals" ATTACH PARTITION "arrivals_before" FOR VALUES FROM (MINVALUE) TO (%L)', tomorrow);
	EXECUTE format('ALTER TABLE "reports" ATTACH PARTITION "reports_before" FOR VALUES FROM (MINVALUE) TO (%L)', first_id);
END $$;

-- retention-of-incidents
CREATE INDEX "incidents_age" ON "incidents" USING btree ("resolved_at") WHERE "incidents"."resolved_at" is not null;

-- clustered-reports
DROP INDEX "reports_subject";
ALTER TABLE "reports" DROP CONSTRAINT "reports_pkey";
ALTER TABLE "reports" ADD CONSTRAINT "reports_subject_id_at_id_pk" PRIMARY KEY("subject_id","at","id");

-- owed
DROP INDEX "notifications_owed";
CREATE INDEX "notifications_owed" ON "notifications" USING btree ("lane","device_id","inserted_at","id") WHERE "notifications"."due_at" is not null;

-- how long the last check took, and since when checks are expected
DROP INDEX "subjects_due";
ALTER TABLE "subjects" ADD COLUMN "pace" bigint DEFAULT 2 NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "checks_since" bigint;
CREATE INDEX "subjects_due" ON "subjects" USING btree ("pace","due_at","id") WHERE "subjects"."due_at" is not null;

-- drop_applies
DROP TABLE "applies" CASCADE;
