CREATE TABLE `last_alive` (
	`id` integer PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL
);

CREATE TABLE `blind_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	`reason` text NOT NULL,
	`settling_until` integer NOT NULL
);

CREATE UNIQUE INDEX `blind_periods_from` ON `blind_periods` (`from`);
CREATE INDEX `blind_periods_order` ON `blind_periods` (`to`,`id`);
