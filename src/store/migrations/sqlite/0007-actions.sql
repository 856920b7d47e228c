ALTER TABLE `organizations` ADD `action_secret` text DEFAULT '' NOT NULL;
UPDATE `organizations` SET `action_secret` = lower(hex(randomblob(32)));
