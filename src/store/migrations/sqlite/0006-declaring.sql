CREATE TABLE `projects` (
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`wanted` text NOT NULL,
	`applied_at` integer NOT NULL,
	`applied_by` text NOT NULL,
	PRIMARY KEY(`org_id`, `name`)
);

ALTER TABLE `users` ADD `protect` integer DEFAULT false NOT NULL;
ALTER TABLE `alert_groups` ADD `protect` integer DEFAULT false NOT NULL;
ALTER TABLE `health_check_monitors` ADD `protect` integer DEFAULT false NOT NULL;
ALTER TABLE `webhook_monitors` ADD `protect` integer DEFAULT false NOT NULL;
CREATE INDEX `audit_events_object` ON `audit_events` (`object_id`);
