CREATE TABLE `dependencies` (
	`monitor_id` text NOT NULL,
	`parent_id` text NOT NULL,
	PRIMARY KEY(`monitor_id`, `parent_id`)
);

CREATE INDEX `dependencies_parent` ON `dependencies` (`parent_id`);
ALTER TABLE `health_check_monitors` ADD `depends_on` text DEFAULT '[]' NOT NULL;
ALTER TABLE `webhook_monitors` ADD `depends_on` text DEFAULT '[]' NOT NULL;
ALTER TABLE `subjects` ADD `withheld` text;
ALTER TABLE `subjects` ADD `asked_at` integer;
ALTER TABLE `subjects` ADD `release_at` integer;
CREATE INDEX `subjects_release` ON `subjects` (`release_at`) WHERE "subjects"."release_at" is not null;
