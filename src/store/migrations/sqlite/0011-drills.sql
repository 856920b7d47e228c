CREATE TABLE `answers` (
	`incident_id` text NOT NULL,
	`device_id` text NOT NULL,
	`verb` text NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `device_id`, `verb`)
);

CREATE TABLE `drills` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`alert_group_id` text NOT NULL,
	`at` integer NOT NULL,
	`started_by` text,
	`ends_at` integer NOT NULL,
	`ended_at` integer
);

CREATE INDEX `drills_group` ON `drills` (`alert_group_id`,`at`,`id`);
CREATE INDEX `drills_age` ON `drills` (`at`);
CREATE TABLE `drill_people` (
	`drill_id` text NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`answered_at` integer,
	`device_id` text,
	PRIMARY KEY(`drill_id`, `user_id`)
);

CREATE INDEX `drill_people_user` ON `drill_people` (`user_id`);
ALTER TABLE `alert_groups` ADD `drill_cron` text;
ALTER TABLE `subjects` ADD `drill_at` integer;
