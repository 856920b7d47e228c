-- Brings a database of the last preview to the tables of 0001-initial.sql.

-- descriptions
PRAGMA foreign_keys=OFF;
CREATE TABLE `__new_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`name` text,
	`server` text,
	`access_token` text,
	`enabled` integer DEFAULT true NOT NULL,
	`verified_at` integer,
	`broken_at` integer,
	`broken_reason` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

INSERT INTO `__new_devices`("id", "org_id", "user_id", "kind", "target", "name", "server", "access_token", "enabled", "verified_at", "broken_at", "broken_reason", "version", "inserted_at", "updated_at") SELECT "id", "org_id", "user_id", "kind", "target", "name", "server", "access_token", "enabled", "verified_at", "broken_at", "broken_reason", "version", "inserted_at", "updated_at" FROM `devices`;
DROP TABLE `devices`;
ALTER TABLE `__new_devices` RENAME TO `devices`;
PRAGMA foreign_keys=ON;
CREATE INDEX `devices_user` ON `devices` (`user_id`,`inserted_at`,`id`);
CREATE TABLE `__new_alert_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`priority_level` integer DEFAULT 2 NOT NULL,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`contact_hours_all_day` integer DEFAULT true NOT NULL,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	`urgent_ignores_contact_hours` integer DEFAULT false NOT NULL,
	`repeat_minutes` integer,
	`repeat_limit` integer DEFAULT 12 NOT NULL,
	`escalate_to` text,
	`escalate_after_minutes` integer,
	`acknowledge_for_minutes` integer,
	`drill_cron` text,
	`assume_resolved_after_minutes` integer DEFAULT 60 NOT NULL,
	`status_page` integer DEFAULT false NOT NULL,
	`status_page_slug` text,
	`webhook_auth` text,
	`webhook_secret` text,
	`webhook_timestamp_header` text,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`webhook_id` text NOT NULL,
	`previous_webhook_id` text,
	`previous_webhook_until` integer
);

INSERT INTO `__new_alert_groups`("id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "priority_level", "timezone", "contact_hours_all_day", "contact_hours_from", "contact_hours_to", "contact_days", "urgent_ignores_contact_hours", "repeat_minutes", "repeat_limit", "escalate_to", "escalate_after_minutes", "acknowledge_for_minutes", "drill_cron", "assume_resolved_after_minutes", "status_page", "status_page_slug", "webhook_auth", "webhook_secret", "webhook_timestamp_header", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until") SELECT "id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "priority_level", "timezone", "contact_hours_all_day", "contact_hours_from", "contact_hours_to", "contact_days", "urgent_ignores_contact_hours", "repeat_minutes", "repeat_limit", "escalate_to", "escalate_after_minutes", "acknowledge_for_minutes", "drill_cron", "assume_resolved_after_minutes", "status_page", "status_page_slug", "webhook_auth", "webhook_secret", "webhook_timestamp_header", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until" FROM `alert_groups`;
DROP TABLE `alert_groups`;
ALTER TABLE `__new_alert_groups` RENAME TO `alert_groups`;
CREATE UNIQUE INDEX `alert_groups_external_id` ON `alert_groups` (`org_id`,`external_id`);
CREATE UNIQUE INDEX `alert_groups_webhook_id` ON `alert_groups` (`webhook_id`);
CREATE UNIQUE INDEX `alert_groups_status_page_slug` ON `alert_groups` (`status_page_slug`);
CREATE INDEX `alert_groups_status_page` ON `alert_groups` (`status_page`) WHERE "alert_groups"."status_page";
CREATE INDEX `alert_groups_previous_webhook_id` ON `alert_groups` (`previous_webhook_id`);
CREATE INDEX `alert_groups_order` ON `alert_groups` (`org_id`,`inserted_at`,`id`);
CREATE TABLE `__new_health_check_monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`url` text NOT NULL,
	`alert_group_id` text NOT NULL,
	`staleness_threshold_minutes` integer DEFAULT 10 NOT NULL,
	`interval_seconds` integer DEFAULT 60 NOT NULL,
	`timeout_seconds` integer DEFAULT 10 NOT NULL,
	`request_headers` text DEFAULT '{}' NOT NULL,
	`fetch_retries` integer DEFAULT 1 NOT NULL,
	`confirmations` integer DEFAULT 1 NOT NULL,
	`detect_flapping` integer DEFAULT true NOT NULL,
	`depends_on` text DEFAULT '[]' NOT NULL,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text
);

INSERT INTO `__new_health_check_monitors`("id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "url", "alert_group_id", "staleness_threshold_minutes", "interval_seconds", "timeout_seconds", "request_headers", "fetch_retries", "confirmations", "detect_flapping", "depends_on", "protect", "external_id") SELECT "id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "url", "alert_group_id", "staleness_threshold_minutes", "interval_seconds", "timeout_seconds", "request_headers", "fetch_retries", "confirmations", "detect_flapping", "depends_on", "protect", "external_id" FROM `health_check_monitors`;
DROP TABLE `health_check_monitors`;
ALTER TABLE `__new_health_check_monitors` RENAME TO `health_check_monitors`;
CREATE UNIQUE INDEX `health_check_monitors_external_id` ON `health_check_monitors` (`org_id`,`external_id`);
CREATE INDEX `health_check_monitors_order` ON `health_check_monitors` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `health_check_monitors_group` ON `health_check_monitors` (`alert_group_id`);
CREATE TABLE `__new_webhook_monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`alert_group_id` text NOT NULL,
	`error_rate_threshold` integer DEFAULT 1 NOT NULL,
	`error_rate_window_minutes` integer DEFAULT 5 NOT NULL,
	`detect_flapping` integer DEFAULT true NOT NULL,
	`depends_on` text DEFAULT '[]' NOT NULL,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`webhook_id` text NOT NULL,
	`previous_webhook_id` text,
	`previous_webhook_until` integer
);

INSERT INTO `__new_webhook_monitors`("id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "alert_group_id", "error_rate_threshold", "error_rate_window_minutes", "detect_flapping", "depends_on", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until") SELECT "id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "alert_group_id", "error_rate_threshold", "error_rate_window_minutes", "detect_flapping", "depends_on", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until" FROM `webhook_monitors`;
DROP TABLE `webhook_monitors`;
ALTER TABLE `__new_webhook_monitors` RENAME TO `webhook_monitors`;
CREATE UNIQUE INDEX `webhook_monitors_external_id` ON `webhook_monitors` (`org_id`,`external_id`);
CREATE UNIQUE INDEX `webhook_monitors_webhook_id` ON `webhook_monitors` (`webhook_id`);
CREATE INDEX `webhook_monitors_previous_webhook_id` ON `webhook_monitors` (`previous_webhook_id`);
CREATE INDEX `webhook_monitors_order` ON `webhook_monitors` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `webhook_monitors_group` ON `webhook_monitors` (`alert_group_id`);

-- channel-webhook
ALTER TABLE `devices` ADD `format` text;
ALTER TABLE `devices` ADD `secret` text;

-- guidance
ALTER TABLE `alert_groups` ADD `description` text;
ALTER TABLE `alert_groups` ADD `runbook_url` text;
ALTER TABLE `health_check_monitors` ADD `description` text;
ALTER TABLE `health_check_monitors` ADD `runbook_url` text;
ALTER TABLE `webhook_monitors` ADD `description` text;
ALTER TABLE `webhook_monitors` ADD `runbook_url` text;
-- state-in-columns
ALTER TABLE `subjects` ADD `reason_code` text;
ALTER TABLE `subjects` ADD `lease_node` text;
ALTER TABLE `subjects` ADD `refused_in_row` integer DEFAULT 0 NOT NULL;
ALTER TABLE `subjects` ADD `suppression` text;
ALTER TABLE `notifications` ADD `batch_kind` text;
ALTER TABLE `notifications` ADD `batch_key` text;
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
PRAGMA foreign_keys=OFF;
CREATE TABLE `__new_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`incident_id` text,
	`alert_group_id` text,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`transition` text NOT NULL,
	`key` text NOT NULL,
	`batch_kind` text,
	`batch_key` text,
	`lane` text NOT NULL,
	`state` text NOT NULL,
	`held_reason` text,
	`due_at` integer,
	`attempts` integer NOT NULL,
	`perhaps_delivered` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`priority` integer NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`tags` text NOT NULL,
	`delivered_at` integer,
	`last_error` text,
	`inserted_at` integer NOT NULL
);

INSERT INTO `__new_notifications`("id", "org_id", "incident_id", "alert_group_id", "user_id", "device_id", "transition", "key", "batch_kind", "batch_key", "lane", "state", "held_reason", "due_at", "attempts", "perhaps_delivered", "expires_at", "priority", "title", "message", "tags", "delivered_at", "last_error", "inserted_at") SELECT "id", "org_id", "incident_id", nullif("alert_group_id", ''), "user_id", "device_id", "transition", "key", "batch_kind", "batch_key", "lane", "state", "held_reason", "due_at", "attempts", "perhaps_delivered", "expires_at", "priority", "title", "message", "tags", "delivered_at", "last_error", "inserted_at" FROM `notifications`;
DROP TABLE `notifications`;
ALTER TABLE `__new_notifications` RENAME TO `notifications`;
PRAGMA foreign_keys=ON;
CREATE UNIQUE INDEX `notifications_key` ON `notifications` (`key`);
CREATE INDEX `notifications_due` ON `notifications` (`lane`,`due_at`) WHERE "notifications"."due_at" is not null;
CREATE INDEX `notifications_device` ON `notifications` (`device_id`,`inserted_at`);
CREATE INDEX `notifications_incident` ON `notifications` (`incident_id`,`inserted_at`,`id`);
CREATE INDEX `notifications_order` ON `notifications` (`org_id`,`inserted_at`,`id`);
ALTER TABLE `subjects` DROP COLUMN `withheld`;
UPDATE "notifications" SET "incident_id" = NULL WHERE "incident_id" = '';

-- heartbeat
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`monitor_id` text NOT NULL,
	`rid` text,
	`started_at` integer,
	`ended_at` integer,
	`duration_ms` integer,
	`outcome` text,
	`exit_code` integer,
	`output` text,
	`at` integer NOT NULL
);

CREATE INDEX `runs_monitor` ON `runs` (`monitor_id`,`at`,`id`);
CREATE INDEX `runs_age` ON `runs` (`at`);
ALTER TABLE `webhook_monitors` ADD `expect_every_minutes` integer;
ALTER TABLE `webhook_monitors` ADD `expect_cron` text;
ALTER TABLE `webhook_monitors` ADD `expect_timezone` text DEFAULT 'UTC' NOT NULL;
ALTER TABLE `webhook_monitors` ADD `expect_from` text;
ALTER TABLE `webhook_monitors` ADD `grace_minutes` integer DEFAULT 60 NOT NULL;
ALTER TABLE `subjects` ADD `expect_schedule` text;
ALTER TABLE `subjects` ADD `expected_at` integer;
ALTER TABLE `subjects` ADD `run_started_at` integer;
ALTER TABLE `subjects` ADD `missing_since` integer;
ALTER TABLE `subjects` ADD `last_success_at` integer;
ALTER TABLE `subjects` ADD `last_duration_ms` integer;

-- reminders
PRAGMA foreign_keys=OFF;
CREATE TABLE `__new_alert_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`priority_level` integer DEFAULT 2 NOT NULL,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`contact_hours_all_day` integer DEFAULT true NOT NULL,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	`urgent_ignores_contact_hours` integer DEFAULT false NOT NULL,
	`repeat_minutes` integer,
	`repeat_limit` integer,
	`escalate_to` text,
	`escalate_after_minutes` integer,
	`acknowledge_for_minutes` integer,
	`drill_cron` text,
	`assume_resolved_after_minutes` integer DEFAULT 60 NOT NULL,
	`status_page` integer DEFAULT false NOT NULL,
	`status_page_slug` text,
	`webhook_auth` text,
	`webhook_secret` text,
	`webhook_timestamp_header` text,
	`description` text,
	`runbook_url` text,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`webhook_id` text NOT NULL,
	`previous_webhook_id` text,
	`previous_webhook_until` integer
);

INSERT INTO `__new_alert_groups`("id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "priority_level", "timezone", "contact_hours_all_day", "contact_hours_from", "contact_hours_to", "contact_days", "urgent_ignores_contact_hours", "repeat_minutes", "repeat_limit", "escalate_to", "escalate_after_minutes", "acknowledge_for_minutes", "drill_cron", "assume_resolved_after_minutes", "status_page", "status_page_slug", "webhook_auth", "webhook_secret", "webhook_timestamp_header", "description", "runbook_url", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until") SELECT "id", "org_id", "project", "version", "inserted_at", "updated_at", "title", "priority_level", "timezone", "contact_hours_all_day", "contact_hours_from", "contact_hours_to", "contact_days", "urgent_ignores_contact_hours", "repeat_minutes", "repeat_limit", "escalate_to", "escalate_after_minutes", "acknowledge_for_minutes", "drill_cron", "assume_resolved_after_minutes", "status_page", "status_page_slug", "webhook_auth", "webhook_secret", "webhook_timestamp_header", "description", "runbook_url", "protect", "external_id", "webhook_id", "previous_webhook_id", "previous_webhook_until" FROM `alert_groups`;
DROP TABLE `alert_groups`;
ALTER TABLE `__new_alert_groups` RENAME TO `alert_groups`;
PRAGMA foreign_keys=ON;
CREATE UNIQUE INDEX `alert_groups_external_id` ON `alert_groups` (`org_id`,`external_id`);
CREATE UNIQUE INDEX `alert_groups_webhook_id` ON `alert_groups` (`webhook_id`);
CREATE UNIQUE INDEX `alert_groups_status_page_slug` ON `alert_groups` (`status_page_slug`);
CREATE INDEX `alert_groups_status_page` ON `alert_groups` (`status_page`) WHERE "alert_groups"."status_page";
CREATE INDEX `alert_groups_previous_webhook_id` ON `alert_groups` (`previous_webhook_id`);
CREATE INDEX `alert_groups_order` ON `alert_groups` (`org_id`,`inserted_at`,`id`);
ALTER TABLE `notifications` ADD `wait_asked` integer DEFAULT false NOT NULL;
UPDATE `alert_groups` SET `repeat_limit` = NULL WHERE `repeat_limit` = 12 AND `repeat_minutes` IS NULL;

-- recovery priority
ALTER TABLE `alert_groups` ADD `recovery_priority` text DEFAULT 'normal' NOT NULL;

-- pending
CREATE TABLE `escalated_groups` (
	`incident_id` text NOT NULL,
	`group_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `group_id`)
);

DROP INDEX `notifications_incident`;
ALTER TABLE `notifications` ADD `handed_over` integer DEFAULT false NOT NULL;
CREATE INDEX `notifications_incident` ON `notifications` (`incident_id`,`device_id`,`inserted_at`);
ALTER TABLE `incidents` ADD `pages_again` text;
CREATE INDEX `incidents_open` ON `incidents` (`id`) WHERE "incidents"."status" = 'open';
CREATE INDEX `incidents_group` ON `incidents` (`alert_group_id`) WHERE "incidents"."resolved_at" is null;
UPDATE "incidents" SET "alert_group_id" = (SELECT m."alert_group_id" FROM "health_check_monitors" m WHERE m."id" = "incidents"."source_id") WHERE "resolved_at" IS NULL AND "source_id" IN (SELECT "id" FROM "health_check_monitors");
UPDATE "incidents" SET "alert_group_id" = (SELECT m."alert_group_id" FROM "webhook_monitors" m WHERE m."id" = "incidents"."source_id") WHERE "resolved_at" IS NULL AND "source_id" IN (SELECT "id" FROM "webhook_monitors");

-- idempotency-keys
CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`answer` text NOT NULL
);

CREATE INDEX `idempotency_keys_at` ON `idempotency_keys` (`at`);

-- severity-priorities
ALTER TABLE `alert_groups` ADD `severity_priorities` text;

-- delivery-rings
ALTER TABLE `subjects` ADD `unauthenticated_count` integer DEFAULT 0 NOT NULL;
ALTER TABLE `inbound_events` ADD `ring` text DEFAULT 'accepted' NOT NULL;
CREATE INDEX `inbound_events_ring` ON `inbound_events` (`target_id`,`ring`,`received_at`,`id`);
UPDATE "inbound_events" SET "ring" = CASE WHEN "http_status" = 401 THEN 'unauthenticated' WHEN "http_status" >= 400 THEN 'rejected' ELSE 'accepted' END;

-- audit-identity
ALTER TABLE `audit_events` ADD `key_id` text;
ALTER TABLE `audit_events` ADD `key_name` text;
ALTER TABLE `audit_events` ADD `session_id` text;
ALTER TABLE `audit_events` ADD `account` text;
ALTER TABLE `audit_events` ADD `client_address` text;

-- sealed-secrets
CREATE TABLE `secrets_check` (
	`id` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);

DROP INDEX `alert_groups_webhook_id`;
DROP INDEX `alert_groups_previous_webhook_id`;
ALTER TABLE `alert_groups` ADD `webhook_hash` text DEFAULT '' NOT NULL;
ALTER TABLE `alert_groups` ADD `previous_webhook_hash` text;
UPDATE "alert_groups" SET "webhook_hash" = sha256_hex("webhook_id"), "previous_webhook_hash" = CASE WHEN "previous_webhook_id" IS NULL THEN NULL ELSE sha256_hex("previous_webhook_id") END;
CREATE UNIQUE INDEX `alert_groups_webhook_hash` ON `alert_groups` (`webhook_hash`);
CREATE INDEX `alert_groups_previous_webhook_hash` ON `alert_groups` (`previous_webhook_hash`);
DROP INDEX `webhook_monitors_webhook_id`;
DROP INDEX `webhook_monitors_previous_webhook_id`;
ALTER TABLE `webhook_monitors` ADD `webhook_hash` text DEFAULT '' NOT NULL;
ALTER TABLE `webhook_monitors` ADD `previous_webhook_hash` text;
UPDATE "webhook_monitors" SET "webhook_hash" = sha256_hex("webhook_id"), "previous_webhook_hash" = CASE WHEN "previous_webhook_id" IS NULL THEN NULL ELSE sha256_hex("previous_webhook_id") END;
CREATE UNIQUE INDEX `webhook_monitors_webhook_hash` ON `webhook_monitors` (`webhook_hash`);
CREATE INDEX `webhook_monitors_previous_webhook_hash` ON `webhook_monitors` (`previous_webhook_hash`);

-- clock
CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`boot` text,
	`steady` integer NOT NULL,
	`at` integer NOT NULL,
	`step_by` integer NOT NULL,
	`step_since` integer,
	`adopted` integer NOT NULL
);

CREATE TABLE `retention_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`horizon` integer NOT NULL,
	`looked_at` integer NOT NULL,
	`hold_until` integer
);

-- owed-notifications
DROP INDEX `notifications_device`;
CREATE INDEX `notifications_owed` ON `notifications` (`device_id`,`inserted_at`,`id`) WHERE "notifications"."due_at" is not null;
CREATE INDEX `notifications_device` ON `notifications` (`device_id`,`inserted_at`,`id`);

-- unfinished-deliveries
CREATE TABLE `unfinished_deliveries` (
	`key` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`done` integer NOT NULL,
	`verdicts` text NOT NULL
);

CREATE INDEX `unfinished_deliveries_at` ON `unfinished_deliveries` (`at`);

-- held-notifications
DROP INDEX `incidents_group`;
CREATE INDEX `incidents_group` ON `incidents` (`alert_group_id`,`id`) WHERE "incidents"."resolved_at" is null;
CREATE INDEX `notifications_held` ON `notifications` (`org_id`,`id`) WHERE "notifications"."state" = 'held';

-- arrivals-shift
ALTER TABLE `subjects` ADD `arrivals_shift` integer DEFAULT 0 NOT NULL;
-- applies
CREATE TABLE `applies` (
	`org_id` text NOT NULL,
	`part` integer NOT NULL,
	`node` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`org_id`, `part`)
);


-- project-parts
CREATE TABLE `project_parts` (
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`wanted` text NOT NULL,
	PRIMARY KEY(`org_id`, `name`, `part`)
);

INSERT INTO `project_parts` SELECT `org_id`, `name`, 0, `wanted` FROM `projects`;

-- project-parts-moved
ALTER TABLE `projects` DROP COLUMN `wanted`;

-- any-endpoint
ALTER TABLE `health_check_monitors` ADD `expect` text DEFAULT 'health' NOT NULL;
ALTER TABLE `health_check_monitors` ADD `method` text DEFAULT 'GET' NOT NULL;
ALTER TABLE `health_check_monitors` ADD `request_body` text;
ALTER TABLE `health_check_monitors` ADD `accepted_statuses` text DEFAULT '200-299' NOT NULL;
ALTER TABLE `health_check_monitors` ADD `body_contains` text;
ALTER TABLE `health_check_monitors` ADD `body_lacks` text;
ALTER TABLE `health_check_monitors` ADD `body_json` text DEFAULT '[]' NOT NULL;
ALTER TABLE `health_check_monitors` ADD `slow_above_ms` integer;
ALTER TABLE `health_check_monitors` ADD `watch_certificate` integer;
ALTER TABLE `health_check_monitors` ADD `certificate_warning_days` integer DEFAULT 21 NOT NULL;
ALTER TABLE `health_check_monitors` ADD `certificate_failing_days` integer DEFAULT 7 NOT NULL;
ALTER TABLE `health_check_monitors` ADD `dns_answers` text DEFAULT '[]' NOT NULL;
ALTER TABLE `subjects` ADD `measured` text;

-- history
CREATE TABLE `measures` (
	`subject_id` text NOT NULL,
	`level` text NOT NULL,
	`at` integer NOT NULL,
	`entries` text NOT NULL,
	PRIMARY KEY(`subject_id`, `level`, `at`)
);

CREATE INDEX `measures_age` ON `measures` (`level`,`at`);
CREATE TABLE `error_minutes` (
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `at`)
);

CREATE INDEX `error_minutes_age` ON `error_minutes` (`at`);
CREATE TABLE `rollup` (
	`id` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`run_until` integer,
	`run_subject` text
);

CREATE TABLE `sub_check_changes` (
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`label` text,
	`status` text,
	`short_summary` text,
	PRIMARY KEY(`subject_id`, `name`, `at`)
);

CREATE INDEX `sub_check_changes_age` ON `sub_check_changes` (`at`);
CREATE TABLE `pauses` (
	`subject_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `from`)
);

CREATE INDEX `pauses_age` ON `pauses` (`to`);

-- marks
CREATE TABLE `marks` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`url` text,
	`by` text NOT NULL,
	`alert_group_id` text,
	`monitor_id` text
);

CREATE INDEX `marks_order` ON `marks` (`org_id`,`at`,`id`);
CREATE INDEX `marks_age` ON `marks` (`at`);
CREATE INDEX `marks_monitor` ON `marks` (`monitor_id`);

-- accounts
CREATE TABLE `sign_in_links` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `sign_in_links_hash` ON `sign_in_links` (`hash`);
CREATE TABLE `__new_sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`key_id` text,
	`user_id` text,
	`name` text NOT NULL,
	`inserted_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);

INSERT INTO `__new_sessions`("hash", "org_id", "key_id", "name", "inserted_at", "seen_at", "expires_at") SELECT "hash", "org_id", "key_id", "name", "inserted_at", "seen_at", "expires_at" FROM `sessions`;
DROP TABLE `sessions`;
ALTER TABLE `__new_sessions` RENAME TO `sessions`;
ALTER TABLE `users` ADD `role` text;
ALTER TABLE `incidents` ADD `acknowledged_user_id` text;
ALTER TABLE `timeline` ADD `user_id` text;

-- status_page_words
ALTER TABLE `alert_groups` ADD `status_page_title` text;
ALTER TABLE `alert_groups` ADD `status_page_description` text;
ALTER TABLE `health_check_monitors` ADD `public_title` text;
ALTER TABLE `health_check_monitors` ADD `public_section` text;
ALTER TABLE `webhook_monitors` ADD `public_title` text;
ALTER TABLE `webhook_monitors` ADD `public_section` text;

-- any-hour
ALTER TABLE `incidents` ADD `any_hour_since` integer;

-- deleted_resources
CREATE TABLE `deleted_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`kind` text NOT NULL,
	`external_id` text,
	`title` text NOT NULL,
	`project` text,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	`rows` text NOT NULL
);

CREATE INDEX `deleted_resources_order` ON `deleted_resources` (`org_id`,`deleted_at`,`id`);
CREATE INDEX `deleted_resources_age` ON `deleted_resources` (`deleted_at`);

-- passkeys
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`name` text NOT NULL,
	`last_used_at` integer,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);

-- report-journal
CREATE TABLE `report_journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entries` text NOT NULL
);

ALTER TABLE `subjects` ADD `journaled` integer DEFAULT 0 NOT NULL;

-- retention-of-incidents
CREATE INDEX `incidents_age` ON `incidents` (`resolved_at`) WHERE "incidents"."resolved_at" is not null;

-- clustered
CREATE TABLE `__new_arrivals` (
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `at`)
) WITHOUT ROWID;

INSERT INTO `__new_arrivals` SELECT "subject_id", "at", "count" FROM `arrivals`;
DROP TABLE `arrivals`;
ALTER TABLE `__new_arrivals` RENAME TO `arrivals`;
CREATE TABLE `__new_error_minutes` (
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `at`)
) WITHOUT ROWID;

INSERT INTO `__new_error_minutes` SELECT "subject_id", "at", "count" FROM `error_minutes`;
DROP TABLE `error_minutes`;
ALTER TABLE `__new_error_minutes` RENAME TO `error_minutes`;
CREATE INDEX `error_minutes_age` ON `error_minutes` (`at`);

-- reports-by-monitor
CREATE TABLE `__new_reports` (
	`id` text NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`message` text,
	`source` text,
	`meta` text,
	PRIMARY KEY(`subject_id`, `at`, `id`)
);

INSERT INTO `__new_reports` SELECT "id", "subject_id", "at", "message", "source", "meta" FROM `reports`;
DROP TABLE `reports`;
ALTER TABLE `__new_reports` RENAME TO `reports`;

-- owed
DROP INDEX `notifications_owed`;
CREATE INDEX `notifications_owed` ON `notifications` (`lane`,`device_id`,`inserted_at`,`id`) WHERE "notifications"."due_at" is not null;

-- how long the last check took, and since when checks are expected
DROP INDEX `subjects_due`;
ALTER TABLE `subjects` ADD `pace` integer DEFAULT 2 NOT NULL;
ALTER TABLE `subjects` ADD `checks_since` integer;
CREATE INDEX `subjects_due` ON `subjects` (`pace`,`due_at`,`id`) WHERE "subjects"."due_at" is not null;

-- drop_applies
DROP TABLE `applies`;
