ALTER TABLE `alert_groups` ADD `assume_resolved_after_minutes` integer DEFAULT 60 NOT NULL;
ALTER TABLE `alert_groups` ADD `webhook_auth` text;
ALTER TABLE `alert_groups` ADD `webhook_secret` text;
ALTER TABLE `alert_groups` ADD `webhook_timestamp_header` text;
ALTER TABLE `alert_groups` ADD `previous_webhook_id` text;
ALTER TABLE `alert_groups` ADD `previous_webhook_until` integer;
CREATE INDEX `alert_groups_previous_webhook_id` ON `alert_groups` (`previous_webhook_id`);
ALTER TABLE `webhook_monitors` ADD `previous_webhook_id` text;
ALTER TABLE `webhook_monitors` ADD `previous_webhook_until` integer;
CREATE INDEX `webhook_monitors_previous_webhook_id` ON `webhook_monitors` (`previous_webhook_id`);
ALTER TABLE `incidents` ADD `episode` integer;
ALTER TABLE `incidents` ADD `resolve_at` integer;
CREATE INDEX `incidents_resolve` ON `incidents` (`source_id`,`resolve_at`) WHERE "incidents"."resolved_at" is null and "incidents"."resolve_at" is not null;
ALTER TABLE `notifications` ADD `batch` text;
-- Made anew: the body stays last, so that what stands before it is read without it.
CREATE TABLE `inbound_events_new` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`http_status` integer NOT NULL,
	`reason` text NOT NULL,
	`format` text,
	`accepted` integer DEFAULT 0 NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL,
	`content_type` text,
	`size` integer DEFAULT 0 NOT NULL,
	`replay_of` text,
	`replayed_at` integer,
	`body` text NOT NULL
);
INSERT INTO `inbound_events_new` (`id`, `org_id`, `target_kind`, `target_id`, `received_at`, `http_status`, `reason`, `content_type`, `size`, `body`)
SELECT `id`, `org_id`, `target_kind`, `target_id`, `received_at`, `http_status`, `reason`, `content_type`, octet_length(`body`), `body` FROM `inbound_events`;
DROP TABLE `inbound_events`;
ALTER TABLE `inbound_events_new` RENAME TO `inbound_events`;
CREATE INDEX `inbound_events_target` ON `inbound_events` (`target_id`,`received_at`,`id`);
CREATE INDEX `inbound_events_order` ON `inbound_events` (`org_id`,`received_at`,`id`);
-- Every group has running state of its own.
INSERT INTO `subjects` (`id`, `org_id`, `kind`, `status`, `status_since`, `fetch_attempts`, `window_count`, `window_from`, `burst_at`, `burst_count`)
SELECT `id`, `org_id`, 'alert_group', 'ok', `inserted_at`, 0, 0, 0, 0, 0 FROM `alert_groups`;
