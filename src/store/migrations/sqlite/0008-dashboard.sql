CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`inserted_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tx` integer DEFAULT 0 NOT NULL,
	`org_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`about` text NOT NULL
);

CREATE INDEX `events_order` ON `events` (`tx`,`seq`);
CREATE INDEX `events_age` ON `events` (`at`);
