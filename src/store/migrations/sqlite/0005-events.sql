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
