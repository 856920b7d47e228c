CREATE TABLE `silences` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`monitor_id` text,
	`alert_group_id` text,
	`key` text,
	`matchers` text NOT NULL,
	`from` integer NOT NULL,
	`until` integer,
	`until_recovered` integer NOT NULL,
	`cron` text,
	`duration_minutes` integer,
	`timezone` text NOT NULL,
	`created_by` text NOT NULL,
	`reason` text NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE INDEX `silences_order` ON `silences` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `silences_until` ON `silences` (`org_id`,`until`);
ALTER TABLE `alert_groups` ADD `urgent_ignores_contact_hours` integer DEFAULT false NOT NULL;
ALTER TABLE `alert_groups` ADD `repeat_minutes` integer;
ALTER TABLE `alert_groups` ADD `repeat_limit` integer DEFAULT 12 NOT NULL;
ALTER TABLE `alert_groups` ADD `escalate_to` text;
ALTER TABLE `alert_groups` ADD `escalate_after_minutes` integer;
ALTER TABLE `alert_groups` ADD `acknowledge_for_minutes` integer;
ALTER TABLE `members` ADD `timezone` text;
ALTER TABLE `members` ADD `contact_hours_all_day` integer;
ALTER TABLE `members` ADD `contact_hours_from` text;
ALTER TABLE `members` ADD `contact_hours_to` text;
ALTER TABLE `members` ADD `contact_days` text;
ALTER TABLE `members` ADD `minimum_priority` integer;
ALTER TABLE `incidents` ADD `paging_since` integer DEFAULT 0 NOT NULL;
ALTER TABLE `incidents` ADD `paged_at` integer;
ALTER TABLE `incidents` ADD `page_round` integer DEFAULT 0 NOT NULL;
ALTER TABLE `incidents` ADD `page_steps` integer DEFAULT 0 NOT NULL;
ALTER TABLE `incidents` ADD `act_at` integer;
CREATE INDEX `incidents_act` ON `incidents` (`act_at`) WHERE "incidents"."act_at" is not null;
ALTER TABLE `notifications` ADD `held_reason` text;
CREATE INDEX `notifications_device` ON `notifications` (`device_id`,`inserted_at`);
-- Nobody has to be paged again for what opened before this could be done.
UPDATE `incidents` SET `paging_since` = `opened_at`, `paged_at` = `opened_at`;
