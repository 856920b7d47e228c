-- Brings a database of the last preview to the tables of 0001-initial.sql.

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
	`alert_group_id` text NOT NULL,
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

INSERT INTO `__new_notifications`("id", "org_id", "incident_id", "alert_group_id", "user_id", "device_id", "transition", "key", "batch_kind", "batch_key", "lane", "state", "held_reason", "due_at", "attempts", "perhaps_delivered", "expires_at", "priority", "title", "message", "tags", "delivered_at", "last_error", "inserted_at") SELECT "id", "org_id", "incident_id", "alert_group_id", "user_id", "device_id", "transition", "key", "batch_kind", "batch_key", "lane", "state", "held_reason", "due_at", "attempts", "perhaps_delivered", "expires_at", "priority", "title", "message", "tags", "delivered_at", "last_error", "inserted_at" FROM `notifications`;
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
