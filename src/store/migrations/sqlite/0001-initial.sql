CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`action_secret` text DEFAULT '' NOT NULL,
	`revision` integer NOT NULL,
	`people_declared_by` text DEFAULT '[]' NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `organizations_name` ON `organizations` (`name`);
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

CREATE TABLE `secrets_check` (
	`id` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);

CREATE TABLE `last_alive` (
	`id` integer PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL
);

CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`boot` text,
	`steady` integer NOT NULL,
	`at` integer NOT NULL,
	`step_by` integer NOT NULL,
	`step_since` integer,
	`adopted` integer NOT NULL
);

CREATE TABLE `retention_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`horizon` integer NOT NULL,
	`looked_at` integer NOT NULL,
	`hold_until` integer
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
CREATE TABLE `projects` (
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`applied_at` integer NOT NULL,
	`applied_by` text NOT NULL,
	PRIMARY KEY(`org_id`, `name`)
);

CREATE TABLE `project_parts` (
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`wanted` text NOT NULL,
	PRIMARY KEY(`org_id`, `name`, `part`)
);

CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`email` text NOT NULL,
	`name` text,
	`timezone` text,
	`monthly_report` integer DEFAULT false NOT NULL,
	`role` text,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`email_key` text NOT NULL
);

CREATE UNIQUE INDEX `users_external_id` ON `users` (`org_id`,`external_id`);
CREATE INDEX `users_order` ON `users` (`org_id`,`inserted_at`,`id`);
CREATE UNIQUE INDEX `users_email` ON `users` (`org_id`,`email_key`);
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`name` text,
	`server` text,
	`access_token` text,
	`format` text,
	`secret` text,
	`enabled` integer DEFAULT true NOT NULL,
	`verified_at` integer,
	`broken_at` integer,
	`broken_reason` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE INDEX `devices_user` ON `devices` (`user_id`,`inserted_at`,`id`);
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
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`scopes` text NOT NULL,
	`projects` text,
	`user_id` text,
	`made_by` text,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_used_address` text,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);
CREATE INDEX `api_keys_order` ON `api_keys` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);
CREATE TABLE `device_authorizations` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_hash` text NOT NULL,
	`host` text NOT NULL,
	`program` text NOT NULL,
	`client_address` text NOT NULL,
	`org_id` text,
	`user_id` text,
	`answer` text,
	`polled_at` integer,
	`pause` integer NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `device_authorizations_user_hash` ON `device_authorizations` (`user_hash`);
CREATE TABLE `setup_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`inserted_at` integer NOT NULL
);

CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`answer` text NOT NULL
);

CREATE INDEX `idempotency_keys_at` ON `idempotency_keys` (`at`);
CREATE TABLE `unfinished_deliveries` (
	`key` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`done` integer NOT NULL,
	`verdicts` text NOT NULL
);

CREATE INDEX `unfinished_deliveries_at` ON `unfinished_deliveries` (`at`);
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`key_id` text,
	`user_id` text,
	`name` text NOT NULL,
	`method` text NOT NULL,
	`passkey_id` text,
	`agent` text NOT NULL,
	`client_address` text,
	`new_device` integer DEFAULT false NOT NULL,
	`inserted_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`proved_at` integer NOT NULL,
	`proof_code` text,
	`proof_code_at` integer,
	`wrong_codes` integer NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE TABLE `sign_in_links` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`recovery` integer NOT NULL,
	`made_by` text NOT NULL,
	`mailed_at` integer,
	`mail_problem` text,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `sign_in_links_hash` ON `sign_in_links` (`hash`);
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`name` text NOT NULL,
	`last_used_at` integer,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`sub` text NOT NULL,
	`email` text,
	`groups` text NOT NULL,
	`last_used_at` integer,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `identities_sub` ON `identities` (`org_id`,`issuer`,`sub`);
CREATE INDEX `identities_user` ON `identities` (`user_id`);
CREATE TABLE `provider_sign_ins` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`issuer` text NOT NULL,
	`errand` text NOT NULL,
	`browser` text NOT NULL,
	`nonce` text NOT NULL,
	`verifier` text NOT NULL,
	`next` text NOT NULL,
	`form` text,
	`session` text,
	`user_id` text,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE TABLE `provider_sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`sid` text,
	`id_token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE INDEX `provider_sessions_identity` ON `provider_sessions` (`identity_id`);
CREATE TABLE `provider_logouts` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`people` text NOT NULL,
	`everyone` integer DEFAULT false NOT NULL,
	`handoff_cron` text DEFAULT '0 9 * * MON' NOT NULL,
	`handoff_every` integer DEFAULT 1 NOT NULL,
	`start` text,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	`otherwise` text,
	`notice_minutes` integer DEFAULT 60 NOT NULL,
	`announce_to` text,
	`description` text,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`wake_at` integer
);

CREATE UNIQUE INDEX `schedules_external_id` ON `schedules` (`org_id`,`external_id`);
CREATE INDEX `schedules_order` ON `schedules` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `schedules_wake` ON `schedules` (`wake_at`) WHERE "schedules"."wake_at" is not null;
CREATE TABLE `schedule_versions` (
	`schedule_id` text NOT NULL,
	`since` integer NOT NULL,
	`people` text NOT NULL,
	`everyone` integer NOT NULL,
	`cron` text NOT NULL,
	`timezone` text NOT NULL,
	`handoff_every` integer NOT NULL,
	`counted_from` integer NOT NULL,
	`position` integer NOT NULL,
	`handoffs_left` integer NOT NULL,
	PRIMARY KEY(`schedule_id`, `since`)
);

CREATE TABLE `overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`schedule_id` text,
	`mode` text NOT NULL,
	`user_id` text NOT NULL,
	`instead_of_user_id` text,
	`from` integer NOT NULL,
	`until` integer NOT NULL,
	`reason` text,
	`created_by` text NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE INDEX `overrides_schedule` ON `overrides` (`schedule_id`,`until`);
CREATE INDEX `overrides_user` ON `overrides` (`user_id`,`until`);
CREATE INDEX `overrides_age` ON `overrides` (`until`);
CREATE TABLE `on_call` (
	`schedule_id` text NOT NULL,
	`turn` text NOT NULL,
	`user_id` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer,
	PRIMARY KEY(`schedule_id`, `turn`, `user_id`)
);

CREATE INDEX `on_call_user` ON `on_call` (`user_id`);
CREATE TABLE `known_shifts` (
	`schedule_id` text NOT NULL,
	`user_id` text NOT NULL,
	`from` integer NOT NULL,
	`until` integer,
	`began` integer NOT NULL,
	`confirmed_at` integer,
	PRIMARY KEY(`schedule_id`, `user_id`, `from`)
);

CREATE INDEX `known_shifts_user` ON `known_shifts` (`user_id`);
CREATE TABLE `schedule_pushes` (
	`schedule_id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`due_at` integer,
	`changed_at` integer,
	`changed_by` text NOT NULL,
	`known` text,
	`gaps` text NOT NULL
);

CREATE INDEX `schedule_pushes_due` ON `schedule_pushes` (`due_at`) WHERE "schedule_pushes"."due_at" is not null;
CREATE INDEX `schedule_pushes_changed` ON `schedule_pushes` (`changed_at`) WHERE "schedule_pushes"."changed_at" is not null;
CREATE TABLE `shift_changes` (
	`user_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`at` integer NOT NULL,
	`org_id` text NOT NULL,
	`added` text NOT NULL,
	`removed` text NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`user_id`, `schedule_id`, `at`)
);

CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`hash` text NOT NULL,
	`schedule_id` text,
	`user_id` text,
	`created_by` text NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `calendar_feeds_hash` ON `calendar_feeds` (`hash`);
CREATE TABLE `monthly_reports` (
	`user_id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`attempts` integer NOT NULL,
	`first_at` integer,
	`retry_at` integer
);

CREATE TABLE `alert_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`priority_level` integer DEFAULT 2 NOT NULL,
	`severity_priorities` text,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`contact_hours_all_day` integer DEFAULT true NOT NULL,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	`urgent_ignores_contact_hours` integer DEFAULT false NOT NULL,
	`repeat_minutes` integer,
	`repeat_limit` integer,
	`escalate_to` text,
	`escalate_after_minutes` integer,
	`acknowledge_for_minutes` integer,
	`recovery_priority` text DEFAULT 'normal' NOT NULL,
	`drill_cron` text,
	`assume_resolved_after_minutes` integer DEFAULT 60 NOT NULL,
	`inbound_mapping` text,
	`webhook_auth` text,
	`webhook_secret` text,
	`webhook_timestamp_header` text,
	`description` text,
	`runbook_url` text,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`webhook_id` text NOT NULL,
	`webhook_hash` text DEFAULT '' NOT NULL,
	`previous_webhook_id` text,
	`previous_webhook_hash` text,
	`previous_webhook_until` integer,
	`ping_key` text NOT NULL,
	`ping_key_hash` text NOT NULL,
	`previous_ping_key_hash` text,
	`previous_ping_key_until` integer
);

CREATE UNIQUE INDEX `alert_groups_external_id` ON `alert_groups` (`org_id`,`external_id`);
CREATE INDEX `alert_groups_order` ON `alert_groups` (`org_id`,`inserted_at`,`id`);
CREATE UNIQUE INDEX `alert_groups_webhook_hash` ON `alert_groups` (`webhook_hash`);
CREATE INDEX `alert_groups_previous_webhook_hash` ON `alert_groups` (`previous_webhook_hash`);
CREATE UNIQUE INDEX `alert_groups_ping_key_hash` ON `alert_groups` (`ping_key_hash`);
CREATE INDEX `alert_groups_previous_ping_key_hash` ON `alert_groups` (`previous_ping_key_hash`);
CREATE TABLE `health_check_monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`url` text NOT NULL,
	`expect` text DEFAULT 'health' NOT NULL,
	`alert_group_id` text NOT NULL,
	`staleness_threshold_minutes` integer DEFAULT 10 NOT NULL,
	`interval_seconds` integer DEFAULT 60 NOT NULL,
	`timeout_seconds` integer DEFAULT 10 NOT NULL,
	`ip_version` text DEFAULT 'any' NOT NULL,
	`request_headers` text DEFAULT '{}' NOT NULL,
	`method` text DEFAULT 'GET' NOT NULL,
	`request_body` text,
	`redirects_allowed` integer DEFAULT 10 NOT NULL,
	`accepted_statuses` text DEFAULT '200-299' NOT NULL,
	`body_contains` text,
	`body_lacks` text,
	`body_json` text DEFAULT '[]' NOT NULL,
	`slow_above_ms` integer,
	`watch_certificate` integer,
	`certificate_warning_days` integer DEFAULT 21 NOT NULL,
	`certificate_failing_days` integer DEFAULT 7 NOT NULL,
	`tls_ca` text,
	`tls_client_cert` text,
	`dns_answers` text DEFAULT '[]' NOT NULL,
	`invert` integer DEFAULT false NOT NULL,
	`fetch_retries` integer DEFAULT 1 NOT NULL,
	`confirmations` integer DEFAULT 1 NOT NULL,
	`description` text,
	`runbook_url` text,
	`detect_flapping` integer DEFAULT true NOT NULL,
	`depends_on` text DEFAULT '[]' NOT NULL,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text
);

CREATE UNIQUE INDEX `health_check_monitors_external_id` ON `health_check_monitors` (`org_id`,`external_id`);
CREATE INDEX `health_check_monitors_order` ON `health_check_monitors` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `health_check_monitors_group` ON `health_check_monitors` (`alert_group_id`);
CREATE TABLE `webhook_monitors` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`alert_group_id` text NOT NULL,
	`error_rate_threshold` integer DEFAULT 1 NOT NULL,
	`error_rate_window_minutes` integer DEFAULT 5 NOT NULL,
	`expect_every_minutes` integer,
	`expect_cron` text,
	`expect_timezone` text DEFAULT 'UTC' NOT NULL,
	`expect_from` text,
	`grace_minutes` integer DEFAULT 60 NOT NULL,
	`description` text,
	`runbook_url` text,
	`detect_flapping` integer DEFAULT true NOT NULL,
	`depends_on` text DEFAULT '[]' NOT NULL,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text,
	`webhook_id` text NOT NULL,
	`webhook_hash` text DEFAULT '' NOT NULL,
	`previous_webhook_id` text,
	`previous_webhook_hash` text,
	`previous_webhook_until` integer
);

CREATE UNIQUE INDEX `webhook_monitors_external_id` ON `webhook_monitors` (`org_id`,`external_id`);
CREATE INDEX `webhook_monitors_order` ON `webhook_monitors` (`org_id`,`inserted_at`,`id`);
CREATE UNIQUE INDEX `webhook_monitors_webhook_hash` ON `webhook_monitors` (`webhook_hash`);
CREATE INDEX `webhook_monitors_previous_webhook_hash` ON `webhook_monitors` (`previous_webhook_hash`);
CREATE INDEX `webhook_monitors_group` ON `webhook_monitors` (`alert_group_id`);
CREATE TABLE `status_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`project` text,
	`version` integer NOT NULL,
	`inserted_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text NOT NULL,
	`slug` text,
	`description` text,
	`logo` text,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`public` text DEFAULT 'unlisted' NOT NULL,
	`mail_updates` integer DEFAULT false NOT NULL,
	`sections` text DEFAULT '[]' NOT NULL,
	`protect` integer DEFAULT false NOT NULL,
	`external_id` text
);

CREATE UNIQUE INDEX `status_pages_external_id` ON `status_pages` (`org_id`,`external_id`);
CREATE INDEX `status_pages_order` ON `status_pages` (`org_id`,`inserted_at`,`id`);
CREATE UNIQUE INDEX `status_pages_slug` ON `status_pages` (`slug`);
CREATE TABLE `members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`org_id` text NOT NULL,
	`timezone` text,
	`contact_hours_all_day` integer,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text,
	`minimum_priority` integer,
	`inserted_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`)
);

CREATE INDEX `members_user` ON `members` (`user_id`);
CREATE TABLE `group_schedules` (
	`group_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`turn` text NOT NULL,
	`org_id` text NOT NULL,
	`timezone` text,
	`contact_hours_all_day` integer,
	`contact_hours_from` text,
	`contact_hours_to` text,
	`contact_days` text,
	`minimum_priority` integer,
	`inserted_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `schedule_id`, `turn`)
);

CREATE INDEX `group_schedules_schedule` ON `group_schedules` (`schedule_id`);
CREATE TABLE `subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`page_id` text NOT NULL,
	`email` text NOT NULL,
	`email_hash` text NOT NULL,
	`mailbox_hash` text NOT NULL,
	`inserted_at` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`asks` integer NOT NULL,
	`ask_due` integer NOT NULL,
	`confirmed_at` integer,
	`seen` integer NOT NULL,
	`attempts` integer NOT NULL,
	`first_at` integer,
	`retry_at` integer,
	`refusals` integer NOT NULL
);

CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`page_id`,`email_hash`);
CREATE INDEX `subscribers_mailbox` ON `subscribers` (`mailbox_hash`);
CREATE INDEX `subscribers_seen` ON `subscribers` (`page_id`,`seen`);
CREATE INDEX `subscribers_order` ON `subscribers` (`page_id`,`inserted_at`,`id`);
CREATE INDEX `subscribers_unconfirmed` ON `subscribers` (`page_id`,`asked_at`) WHERE "subscribers"."confirmed_at" is null;
CREATE TABLE `notice_counters` (
	`page_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);

CREATE TABLE `page_notices` (
	`page_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`incident_id` text,
	`matter` text NOT NULL,
	PRIMARY KEY(`page_id`, `number`)
);

CREATE INDEX `page_notices_incident` ON `page_notices` (`incident_id`);
CREATE TABLE `dependencies` (
	`monitor_id` text NOT NULL,
	`parent_id` text NOT NULL,
	PRIMARY KEY(`monitor_id`, `parent_id`)
);

CREATE INDEX `dependencies_parent` ON `dependencies` (`parent_id`);
CREATE TABLE `subjects` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`reason_code` text,
	`status_since` integer NOT NULL,
	`paused_at` integer,
	`paused_until` integer,
	`wake_at` integer,
	`due_at` integer,
	`lease_token` text,
	`lease_node` text,
	`fetch_attempts` integer NOT NULL,
	`pace` integer DEFAULT 2 NOT NULL,
	`checks_since` integer,
	`refused_in_row` integer DEFAULT 0 NOT NULL,
	`unauthenticated_count` integer DEFAULT 0 NOT NULL,
	`unconfirmed` integer,
	`crossings` text DEFAULT '[]' NOT NULL,
	`flapping_since` integer,
	`checked_at` integer,
	`finished_at` integer,
	`checks_total` integer,
	`checks_passing` integer,
	`results_hash` text,
	`measured` text,
	`last_received_at` integer,
	`window_count` integer NOT NULL,
	`window_from` integer NOT NULL,
	`arrivals_shift` integer DEFAULT 0 NOT NULL,
	`journaled` integer DEFAULT 0 NOT NULL,
	`expect_schedule` text,
	`expected_at` integer,
	`run_started_at` integer,
	`missing_since` integer,
	`last_success_at` integer,
	`last_duration_ms` integer,
	`burst_at` integer NOT NULL,
	`burst_count` integer NOT NULL,
	`drill_at` integer,
	`suppression` text,
	`asked_at` integer,
	`release_at` integer
);

CREATE INDEX `subjects_due` ON `subjects` (`pace`,`due_at`,`id`) WHERE "subjects"."due_at" is not null;
CREATE INDEX `subjects_wake` ON `subjects` (`wake_at`);
CREATE INDEX `subjects_release` ON `subjects` (`release_at`) WHERE "subjects"."release_at" is not null;
CREATE TABLE `check_results` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`results` text NOT NULL
);

CREATE TABLE `arrivals` (
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `at`)
) WITHOUT ROWID;

CREATE TABLE `reports` (
	`id` text NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`message` text,
	`source` text,
	`meta` text,
	PRIMARY KEY(`subject_id`, `at`, `id`)
);

CREATE TABLE `report_journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entries` text NOT NULL
);

CREATE TABLE `history` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text
);

CREATE INDEX `history_subject` ON `history` (`subject_id`,`at`,`id`);
CREATE INDEX `history_order` ON `history` (`at`,`id`);
CREATE TABLE `measures` (
	`subject_id` text NOT NULL,
	`level` text NOT NULL,
	`at` integer NOT NULL,
	`entries` text NOT NULL,
	PRIMARY KEY(`subject_id`, `level`, `at`)
);

CREATE INDEX `measures_age` ON `measures` (`level`,`at`);
CREATE TABLE `error_minutes` (
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `at`)
) WITHOUT ROWID;

CREATE INDEX `error_minutes_age` ON `error_minutes` (`at`);
CREATE TABLE `rollup` (
	`id` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`run_until` integer,
	`run_subject` text
);

CREATE TABLE `sub_check_changes` (
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`label` text,
	`status` text,
	`short_summary` text,
	PRIMARY KEY(`subject_id`, `name`, `at`)
);

CREATE INDEX `sub_check_changes_age` ON `sub_check_changes` (`at`);
CREATE TABLE `pauses` (
	`subject_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `from`)
);

CREATE INDEX `pauses_age` ON `pauses` (`to`);
CREATE TABLE `marks` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`url` text,
	`by` text NOT NULL,
	`alert_group_id` text,
	`monitor_id` text
);

CREATE INDEX `marks_order` ON `marks` (`org_id`,`at`,`id`);
CREATE INDEX `marks_age` ON `marks` (`at`);
CREATE INDEX `marks_monitor` ON `marks` (`monitor_id`);
CREATE TABLE `deleted_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`kind` text NOT NULL,
	`external_id` text,
	`title` text NOT NULL,
	`project` text,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	`rows` text NOT NULL
);

CREATE INDEX `deleted_resources_order` ON `deleted_resources` (`org_id`,`deleted_at`,`id`);
CREATE INDEX `deleted_resources_age` ON `deleted_resources` (`deleted_at`);
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`number` integer NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`key` text NOT NULL,
	`alert_group_id` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`status` text NOT NULL,
	`priority_level` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`acknowledged_user_id` text,
	`snoozed_until` integer,
	`resolved_at` integer,
	`resolved_reason` text,
	`occurrences` integer NOT NULL,
	`episode` integer,
	`resolve_at` integer,
	`paging_since` integer DEFAULT 0 NOT NULL,
	`paged_at` integer,
	`page_round` integer DEFAULT 0 NOT NULL,
	`page_steps` integer DEFAULT 0 NOT NULL,
	`responders` integer DEFAULT 0 NOT NULL,
	`escalate_at` integer,
	`act_at` integer,
	`any_hour_since` integer,
	`published_at` integer,
	`public_title` text,
	`published_on` text DEFAULT '[]' NOT NULL,
	`pages_again` text,
	`opened_by` text,
	`resolved_by` text,
	`details` text NOT NULL
);

CREATE UNIQUE INDEX `incidents_number` ON `incidents` (`org_id`,`number`);
CREATE UNIQUE INDEX `incidents_unresolved` ON `incidents` (`source_id`,`key`) WHERE "incidents"."resolved_at" is null;
CREATE INDEX `incidents_order` ON `incidents` (`org_id`,`opened_at`,`id`);
CREATE INDEX `incidents_age` ON `incidents` (`resolved_at`) WHERE "incidents"."resolved_at" is not null;
CREATE INDEX `incidents_open` ON `incidents` (`id`) WHERE "incidents"."status" = 'open';
CREATE INDEX `incidents_group` ON `incidents` (`alert_group_id`,`id`) WHERE "incidents"."resolved_at" is null;
CREATE INDEX `incidents_source` ON `incidents` (`source_id`,`opened_at`);
CREATE INDEX `incidents_published` ON `incidents` (`org_id`,`opened_at`) WHERE "incidents"."published_at" is not null;
CREATE INDEX `incidents_act` ON `incidents` (`act_at`) WHERE "incidents"."act_at" is not null;
CREATE INDEX `incidents_resolve` ON `incidents` (`source_id`,`resolve_at`) WHERE "incidents"."resolved_at" is null and "incidents"."resolve_at" is not null;
CREATE TABLE `escalated_groups` (
	`incident_id` text NOT NULL,
	`group_id` text NOT NULL,
	`at` integer NOT NULL,
	`paged_at` integer,
	`page_round` integer NOT NULL,
	`asked` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `group_id`)
);

CREATE TABLE `responders` (
	`incident_id` text NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`takes_over` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `user_id`)
);

CREATE TABLE `timeline` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`actor` text,
	`user_id` text,
	`public_state` text,
	`edited_at` integer
);

CREATE INDEX `timeline_incident` ON `timeline` (`incident_id`,`at`,`id`);
CREATE INDEX `timeline_order` ON `timeline` (`at`,`id`);
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`incident_id` text,
	`alert_group_id` text,
	`schedule_id` text,
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`transition` text NOT NULL,
	`key` text NOT NULL,
	`batch_kind` text,
	`batch_key` text,
	`lane` text NOT NULL,
	`state` text NOT NULL,
	`held_reason` text,
	`due_at` integer,
	`wait_asked` integer DEFAULT false NOT NULL,
	`attempts` integer NOT NULL,
	`perhaps_delivered` integer NOT NULL,
	`channel_refused` integer DEFAULT false NOT NULL,
	`handed_over` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`priority` integer NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`tags` text NOT NULL,
	`attempted_at` integer,
	`delivered_at` integer,
	`last_error` text,
	`inserted_at` integer NOT NULL
);

CREATE UNIQUE INDEX `notifications_key` ON `notifications` (`key`);
CREATE INDEX `notifications_due` ON `notifications` (`lane`,`due_at`) WHERE "notifications"."due_at" is not null;
CREATE INDEX `notifications_owed` ON `notifications` (`lane`,`device_id`,`inserted_at`,`id`) WHERE "notifications"."due_at" is not null;
CREATE INDEX `notifications_held` ON `notifications` (`org_id`,`id`) WHERE "notifications"."state" = 'held';
CREATE INDEX `notifications_device` ON `notifications` (`device_id`,`inserted_at`,`id`);
CREATE INDEX `notifications_incident` ON `notifications` (`incident_id`,`device_id`,`inserted_at`);
CREATE INDEX `notifications_order` ON `notifications` (`org_id`,`inserted_at`,`id`);
CREATE TABLE `silences` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`monitor_id` text,
	`alert_group_id` text,
	`source_ids` text DEFAULT '[]' NOT NULL,
	`key` text,
	`matchers` text NOT NULL,
	`from` integer NOT NULL,
	`until` integer,
	`until_recovered` integer NOT NULL,
	`cron` text,
	`duration_minutes` integer,
	`timezone` text NOT NULL,
	`created_by` text NOT NULL,
	`reason` text NOT NULL,
	`inserted_at` integer NOT NULL
);

CREATE INDEX `silences_order` ON `silences` (`org_id`,`inserted_at`,`id`);
CREATE INDEX `silences_until` ON `silences` (`org_id`,`until`);
CREATE TABLE `notification_attempts` (
	`notification_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`outcome` text NOT NULL,
	`http_status` integer,
	`detail` text,
	PRIMARY KEY(`notification_id`, `attempt`)
);

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
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`monitor_id` text NOT NULL,
	`rid` text,
	`started_at` integer,
	`ended_at` integer,
	`duration_ms` integer,
	`outcome` text,
	`exit_code` integer,
	`output` text,
	`method` text NOT NULL,
	`remote_address` text NOT NULL,
	`user_agent` text,
	`at` integer NOT NULL
);

CREATE INDEX `runs_monitor` ON `runs` (`monitor_id`,`at`,`id`);
CREATE INDEX `runs_age` ON `runs` (`at`);
CREATE TABLE `inbound_events` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`http_status` integer NOT NULL,
	`reason` text NOT NULL,
	`format` text,
	`accepted` integer DEFAULT 0 NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL,
	`content_type` text,
	`size` integer DEFAULT 0 NOT NULL,
	`ring` text DEFAULT 'accepted' NOT NULL,
	`replay_of` text,
	`replayed_at` integer,
	`body` text NOT NULL
);

CREATE INDEX `inbound_events_target` ON `inbound_events` (`target_id`,`received_at`,`id`);
CREATE INDEX `inbound_events_ring` ON `inbound_events` (`target_id`,`ring`,`received_at`,`id`);
CREATE INDEX `inbound_events_order` ON `inbound_events` (`org_id`,`received_at`,`id`);
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`key_id` text,
	`key_name` text,
	`session_id` text,
	`account` text,
	`client_address` text,
	`agent` text,
	`action` text NOT NULL,
	`object_kind` text NOT NULL,
	`object_id` text NOT NULL,
	`object_title` text,
	`request_id` text,
	`changes` text,
	`part_of` text,
	`counts` text
);

CREATE INDEX `audit_events_order` ON `audit_events` (`org_id`,`at`,`id`);
CREATE INDEX `audit_events_object` ON `audit_events` (`object_id`);
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
