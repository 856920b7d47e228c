ALTER TABLE `health_check_monitors` ADD `confirmations` integer DEFAULT 1 NOT NULL;
ALTER TABLE `health_check_monitors` ADD `detect_flapping` integer DEFAULT true NOT NULL;
ALTER TABLE `webhook_monitors` ADD `detect_flapping` integer DEFAULT true NOT NULL;
ALTER TABLE `subjects` ADD `unconfirmed` integer;
ALTER TABLE `subjects` ADD `crossings` text DEFAULT '[]' NOT NULL;
ALTER TABLE `subjects` ADD `flapping_since` integer;
