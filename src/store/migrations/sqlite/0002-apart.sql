CREATE TABLE `counters` (
	`org_id` text PRIMARY KEY NOT NULL,
	`last_incident_number` integer NOT NULL
);

CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);

CREATE TABLE `check_results` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`results` text NOT NULL
);

INSERT INTO `counters` SELECT `id`, `last_incident_number` FROM `organizations`;
INSERT INTO `check_results` SELECT `id`, `results` FROM `subjects` WHERE `results` IS NOT NULL;
CREATE UNIQUE INDEX `organizations_name` ON `organizations` (`name`);
ALTER TABLE `organizations` DROP COLUMN `last_incident_number`;
ALTER TABLE `subjects` DROP COLUMN `results`;
