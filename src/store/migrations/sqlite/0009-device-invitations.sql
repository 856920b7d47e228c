CREATE TABLE `device_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`name` text,
	`target` text NOT NULL,
	`server` text,
	`device_id` text,
	`tests` integer NOT NULL,
	`verified_at` integer,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `device_invitations_hash` ON `device_invitations` (`hash`);
CREATE INDEX `device_invitations_device` ON `device_invitations` (`device_id`);
