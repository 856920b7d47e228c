ALTER TABLE `alert_groups` ADD `status_page` integer DEFAULT false NOT NULL;
ALTER TABLE `alert_groups` ADD `status_page_slug` text;
CREATE UNIQUE INDEX `alert_groups_status_page_slug` ON `alert_groups` (`status_page_slug`);
CREATE INDEX `alert_groups_status_page` ON `alert_groups` (`status_page`) WHERE "alert_groups"."status_page";
ALTER TABLE `incidents` ADD `published_at` integer;
ALTER TABLE `incidents` ADD `public_title` text;
CREATE INDEX `incidents_published` ON `incidents` (`alert_group_id`,`opened_at`) WHERE "incidents"."published_at" is not null;
