CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"action_secret" text DEFAULT '' NOT NULL,
	"revision" bigint NOT NULL,
	"people_declared_by" text DEFAULT '[]' NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "counters" (
	"org_id" text PRIMARY KEY NOT NULL,
	"last_incident_number" bigint NOT NULL
);

CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"started_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);

CREATE TABLE "secrets_check" (
	"id" bigint PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);

CREATE TABLE "last_alive" (
	"id" bigint PRIMARY KEY NOT NULL,
	"seen_at" bigint NOT NULL
);

CREATE TABLE "clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"boot" text,
	"steady" bigint NOT NULL,
	"at" bigint NOT NULL,
	"step_by" bigint NOT NULL,
	"step_since" bigint,
	"adopted" bigint NOT NULL
);

CREATE TABLE "retention_clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"horizon" bigint NOT NULL,
	"looked_at" bigint NOT NULL,
	"hold_until" bigint
);

CREATE TABLE "blind_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint NOT NULL,
	"reason" text NOT NULL,
	"settling_until" bigint NOT NULL
);

CREATE TABLE "projects" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"applied_at" bigint NOT NULL,
	"applied_by" text NOT NULL,
	CONSTRAINT "projects_org_id_name_pk" PRIMARY KEY("org_id","name")
);

CREATE TABLE "project_parts" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"part" bigint NOT NULL,
	"wanted" text NOT NULL,
	CONSTRAINT "project_parts_org_id_name_part_pk" PRIMARY KEY("org_id","name","part")
);

CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"timezone" text,
	"monthly_report" boolean DEFAULT false NOT NULL,
	"role" text,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"email_key" text NOT NULL
);

CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"name" text,
	"server" text,
	"access_token" text,
	"format" text,
	"secret" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"verified_at" bigint,
	"broken_at" bigint,
	"broken_reason" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);

CREATE TABLE "device_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"name" text,
	"target" text NOT NULL,
	"server" text,
	"device_id" text,
	"tests" bigint NOT NULL,
	"verified_at" bigint,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text NOT NULL,
	"projects" text,
	"user_id" text,
	"made_by" text,
	"expires_at" bigint,
	"revoked_at" bigint,
	"last_used_at" bigint,
	"last_used_address" text,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "device_authorizations" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_hash" text NOT NULL,
	"host" text NOT NULL,
	"program" text NOT NULL,
	"client_address" text NOT NULL,
	"org_id" text,
	"user_id" text,
	"answer" text,
	"polled_at" bigint,
	"pause" bigint NOT NULL,
	"used_at" bigint,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "setup_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"answer" text NOT NULL
);

CREATE TABLE "unfinished_deliveries" (
	"key" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"event_id" text NOT NULL,
	"at" bigint NOT NULL,
	"done" bigint NOT NULL,
	"verdicts" text NOT NULL
);

CREATE TABLE "sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"key_id" text,
	"user_id" text,
	"name" text NOT NULL,
	"method" text NOT NULL,
	"passkey_id" text,
	"agent" text NOT NULL,
	"client_address" text,
	"new_device" boolean DEFAULT false NOT NULL,
	"inserted_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"proved_at" bigint NOT NULL,
	"proof_code" text,
	"proof_code_at" bigint,
	"wrong_codes" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);

CREATE TABLE "sign_in_links" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"recovery" boolean NOT NULL,
	"made_by" text NOT NULL,
	"mailed_at" bigint,
	"mail_problem" text,
	"used_at" bigint,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"last_used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"issuer" text NOT NULL,
	"sub" text NOT NULL,
	"email" text,
	"groups" text NOT NULL,
	"last_used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "provider_sign_ins" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"issuer" text NOT NULL,
	"errand" text NOT NULL,
	"browser" text NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"next" text NOT NULL,
	"form" text,
	"session" text,
	"user_id" text,
	"used_at" bigint,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "provider_sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"identity_id" text NOT NULL,
	"sid" text,
	"id_token" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "provider_logouts" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);

CREATE TABLE "schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"people" text NOT NULL,
	"everyone" boolean DEFAULT false NOT NULL,
	"handoff_cron" text DEFAULT '0 9 * * MON' NOT NULL,
	"handoff_every" bigint DEFAULT 1 NOT NULL,
	"start" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"contact_hours_from" text,
	"contact_hours_to" text,
	"contact_days" text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	"otherwise" text,
	"notice_minutes" bigint DEFAULT 60 NOT NULL,
	"announce_to" text,
	"description" text,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"wake_at" bigint
);

CREATE TABLE "schedule_versions" (
	"schedule_id" text NOT NULL,
	"since" bigint NOT NULL,
	"people" text NOT NULL,
	"everyone" boolean NOT NULL,
	"cron" text NOT NULL,
	"timezone" text NOT NULL,
	"handoff_every" bigint NOT NULL,
	"counted_from" bigint NOT NULL,
	"position" bigint NOT NULL,
	"handoffs_left" bigint NOT NULL,
	CONSTRAINT "schedule_versions_schedule_id_since_pk" PRIMARY KEY("schedule_id","since")
);

CREATE TABLE "overrides" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"schedule_id" text,
	"mode" text NOT NULL,
	"user_id" text NOT NULL,
	"instead_of_user_id" text,
	"from" bigint NOT NULL,
	"until" bigint NOT NULL,
	"reason" text,
	"created_by" text NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "on_call" (
	"schedule_id" text NOT NULL,
	"turn" text NOT NULL,
	"user_id" text NOT NULL,
	"since" bigint NOT NULL,
	"until" bigint,
	CONSTRAINT "on_call_schedule_id_turn_user_id_pk" PRIMARY KEY("schedule_id","turn","user_id")
);

CREATE TABLE "known_shifts" (
	"schedule_id" text NOT NULL,
	"user_id" text NOT NULL,
	"from" bigint NOT NULL,
	"until" bigint,
	"began" boolean NOT NULL,
	"confirmed_at" bigint,
	CONSTRAINT "known_shifts_schedule_id_user_id_from_pk" PRIMARY KEY("schedule_id","user_id","from")
);

CREATE TABLE "schedule_pushes" (
	"schedule_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"due_at" bigint,
	"changed_at" bigint,
	"changed_by" text NOT NULL,
	"known" text,
	"gaps" text NOT NULL
);

CREATE TABLE "shift_changes" (
	"user_id" text NOT NULL,
	"schedule_id" text NOT NULL,
	"at" bigint NOT NULL,
	"org_id" text NOT NULL,
	"added" text NOT NULL,
	"removed" text NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "shift_changes_user_id_schedule_id_at_pk" PRIMARY KEY("user_id","schedule_id","at")
);

CREATE TABLE "calendar_feeds" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"hash" text NOT NULL,
	"schedule_id" text,
	"user_id" text,
	"created_by" text NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "monthly_reports" (
	"user_id" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"attempts" bigint NOT NULL,
	"first_at" bigint,
	"retry_at" bigint
);

CREATE TABLE "alert_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"priority_level" bigint DEFAULT 2 NOT NULL,
	"severity_priorities" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"contact_hours_all_day" boolean DEFAULT true NOT NULL,
	"contact_hours_from" text,
	"contact_hours_to" text,
	"contact_days" text DEFAULT '[0,1,2,3,4,5,6]' NOT NULL,
	"urgent_ignores_contact_hours" boolean DEFAULT false NOT NULL,
	"repeat_minutes" bigint,
	"repeat_limit" bigint,
	"escalate_to" text,
	"escalate_after_minutes" bigint,
	"acknowledge_for_minutes" bigint,
	"recovery_priority" text DEFAULT 'normal' NOT NULL,
	"drill_cron" text,
	"assume_resolved_after_minutes" bigint DEFAULT 60 NOT NULL,
	"inbound_mapping" text,
	"webhook_auth" text,
	"webhook_secret" text,
	"webhook_timestamp_header" text,
	"description" text,
	"runbook_url" text,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"webhook_id" text NOT NULL,
	"webhook_hash" text DEFAULT '' NOT NULL,
	"previous_webhook_id" text,
	"previous_webhook_hash" text,
	"previous_webhook_until" bigint,
	"ping_key" text NOT NULL,
	"ping_key_hash" text NOT NULL,
	"previous_ping_key_hash" text,
	"previous_ping_key_until" bigint
);

CREATE TABLE "health_check_monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"expect" text DEFAULT 'health' NOT NULL,
	"alert_group_id" text NOT NULL,
	"staleness_threshold_minutes" bigint DEFAULT 10 NOT NULL,
	"interval_seconds" bigint DEFAULT 60 NOT NULL,
	"timeout_seconds" bigint DEFAULT 10 NOT NULL,
	"ip_version" text DEFAULT 'any' NOT NULL,
	"request_headers" text DEFAULT '{}' NOT NULL,
	"method" text DEFAULT 'GET' NOT NULL,
	"request_body" text,
	"redirects_allowed" bigint DEFAULT 10 NOT NULL,
	"accepted_statuses" text DEFAULT '200-299' NOT NULL,
	"body_contains" text,
	"body_lacks" text,
	"body_json" text DEFAULT '[]' NOT NULL,
	"slow_above_ms" bigint,
	"watch_certificate" boolean,
	"certificate_warning_days" bigint DEFAULT 21 NOT NULL,
	"certificate_failing_days" bigint DEFAULT 7 NOT NULL,
	"tls_ca" text,
	"tls_client_cert" text,
	"dns_answers" text DEFAULT '[]' NOT NULL,
	"invert" boolean DEFAULT false NOT NULL,
	"fetch_retries" bigint DEFAULT 1 NOT NULL,
	"confirmations" bigint DEFAULT 1 NOT NULL,
	"description" text,
	"runbook_url" text,
	"detect_flapping" boolean DEFAULT true NOT NULL,
	"depends_on" text DEFAULT '[]' NOT NULL,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text
);

CREATE TABLE "webhook_monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"error_rate_threshold" bigint DEFAULT 1 NOT NULL,
	"error_rate_window_minutes" bigint DEFAULT 5 NOT NULL,
	"expect_every_minutes" bigint,
	"expect_cron" text,
	"expect_timezone" text DEFAULT 'UTC' NOT NULL,
	"expect_from" text,
	"grace_minutes" bigint DEFAULT 60 NOT NULL,
	"description" text,
	"runbook_url" text,
	"detect_flapping" boolean DEFAULT true NOT NULL,
	"depends_on" text DEFAULT '[]' NOT NULL,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"webhook_id" text NOT NULL,
	"webhook_hash" text DEFAULT '' NOT NULL,
	"previous_webhook_id" text,
	"previous_webhook_hash" text,
	"previous_webhook_until" bigint
);

CREATE TABLE "status_pages" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"slug" text,
	"description" text,
	"logo" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"public" text DEFAULT 'unlisted' NOT NULL,
	"mail_updates" boolean DEFAULT false NOT NULL,
	"sections" text DEFAULT '[]' NOT NULL,
	"protect" boolean DEFAULT false NOT NULL,
	"external_id" text
);

CREATE TABLE "members" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text NOT NULL,
	"timezone" text,
	"contact_hours_all_day" boolean,
	"contact_hours_from" text,
	"contact_hours_to" text,
	"contact_days" text,
	"minimum_priority" bigint,
	"inserted_at" bigint NOT NULL,
	CONSTRAINT "members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);

CREATE TABLE "group_schedules" (
	"group_id" text NOT NULL,
	"schedule_id" text NOT NULL,
	"turn" text NOT NULL,
	"org_id" text NOT NULL,
	"timezone" text,
	"contact_hours_all_day" boolean,
	"contact_hours_from" text,
	"contact_hours_to" text,
	"contact_days" text,
	"minimum_priority" bigint,
	"inserted_at" bigint NOT NULL,
	CONSTRAINT "group_schedules_group_id_schedule_id_turn_pk" PRIMARY KEY("group_id","schedule_id","turn")
);

CREATE TABLE "subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"page_id" text NOT NULL,
	"email" text NOT NULL,
	"email_hash" text NOT NULL,
	"mailbox_hash" text NOT NULL,
	"inserted_at" bigint NOT NULL,
	"asked_at" bigint NOT NULL,
	"asks" bigint NOT NULL,
	"ask_due" boolean NOT NULL,
	"confirmed_at" bigint,
	"seen" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"first_at" bigint,
	"retry_at" bigint,
	"refusals" bigint NOT NULL
);

CREATE TABLE "notice_counters" (
	"page_id" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);

CREATE TABLE "page_notices" (
	"page_id" text NOT NULL,
	"number" bigint NOT NULL,
	"at" bigint NOT NULL,
	"incident_id" text,
	"matter" text NOT NULL,
	CONSTRAINT "page_notices_page_id_number_pk" PRIMARY KEY("page_id","number")
);

CREATE TABLE "dependencies" (
	"monitor_id" text NOT NULL,
	"parent_id" text NOT NULL,
	CONSTRAINT "dependencies_monitor_id_parent_id_pk" PRIMARY KEY("monitor_id","parent_id")
);

CREATE TABLE "subjects" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"reason_code" text,
	"status_since" bigint NOT NULL,
	"paused_at" bigint,
	"paused_until" bigint,
	"wake_at" bigint,
	"due_at" bigint,
	"lease_token" text,
	"lease_node" text,
	"fetch_attempts" bigint NOT NULL,
	"pace" bigint DEFAULT 2 NOT NULL,
	"checks_since" bigint,
	"refused_in_row" bigint DEFAULT 0 NOT NULL,
	"unauthenticated_count" bigint DEFAULT 0 NOT NULL,
	"unconfirmed" bigint,
	"crossings" text DEFAULT '[]' NOT NULL,
	"flapping_since" bigint,
	"checked_at" bigint,
	"finished_at" bigint,
	"checks_total" bigint,
	"checks_passing" bigint,
	"results_hash" text,
	"measured" text,
	"last_received_at" bigint,
	"window_count" bigint NOT NULL,
	"window_from" bigint NOT NULL,
	"arrivals_shift" bigint DEFAULT 0 NOT NULL,
	"journaled" bigint DEFAULT 0 NOT NULL,
	"expect_schedule" text,
	"expected_at" bigint,
	"run_started_at" bigint,
	"missing_since" bigint,
	"last_success_at" bigint,
	"last_duration_ms" bigint,
	"burst_at" bigint NOT NULL,
	"burst_count" bigint NOT NULL,
	"drill_at" bigint,
	"suppression" text,
	"asked_at" bigint,
	"release_at" bigint
);

CREATE TABLE "check_results" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"results" text NOT NULL
);

CREATE TABLE "arrivals" (
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "arrivals_subject_id_at_pk" PRIMARY KEY("subject_id","at")
) PARTITION BY RANGE ("at");

CREATE TABLE "arrivals_rest" PARTITION OF "arrivals" DEFAULT;

CREATE TABLE "reports" (
	"id" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"message" text,
	"source" text,
	"meta" text,
	CONSTRAINT "reports_subject_id_at_id_pk" PRIMARY KEY("subject_id","at","id")
) PARTITION BY RANGE ("id");

CREATE TABLE "reports_rest" PARTITION OF "reports" DEFAULT;

CREATE TABLE "report_journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"entries" text NOT NULL
);

CREATE TABLE "history" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text
);

CREATE TABLE "measures" (
	"subject_id" text NOT NULL,
	"level" text NOT NULL,
	"at" bigint NOT NULL,
	"entries" text NOT NULL,
	CONSTRAINT "measures_subject_id_level_at_pk" PRIMARY KEY("subject_id","level","at")
);

CREATE TABLE "error_minutes" (
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "error_minutes_subject_id_at_pk" PRIMARY KEY("subject_id","at")
);

CREATE TABLE "rollup" (
	"id" bigint PRIMARY KEY NOT NULL,
	"until" bigint NOT NULL,
	"run_until" bigint,
	"run_subject" text
);

CREATE TABLE "sub_check_changes" (
	"subject_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"label" text,
	"status" text,
	"short_summary" text,
	CONSTRAINT "sub_check_changes_subject_id_name_at_pk" PRIMARY KEY("subject_id","name","at")
);

CREATE TABLE "pauses" (
	"subject_id" text NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint NOT NULL,
	CONSTRAINT "pauses_subject_id_from_pk" PRIMARY KEY("subject_id","from")
);

CREATE TABLE "marks" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"at" bigint NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"by" text NOT NULL,
	"alert_group_id" text,
	"monitor_id" text
);

CREATE TABLE "deleted_resources" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text,
	"title" text NOT NULL,
	"project" text,
	"deleted_at" bigint NOT NULL,
	"deleted_by" text NOT NULL,
	"rows" text NOT NULL
);

CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"number" bigint NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"key" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"status" text NOT NULL,
	"priority_level" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"acknowledged_at" bigint,
	"acknowledged_by" text,
	"acknowledged_user_id" text,
	"snoozed_until" bigint,
	"resolved_at" bigint,
	"resolved_reason" text,
	"occurrences" bigint NOT NULL,
	"episode" bigint,
	"resolve_at" bigint,
	"paging_since" bigint DEFAULT 0 NOT NULL,
	"paged_at" bigint,
	"page_round" bigint DEFAULT 0 NOT NULL,
	"page_steps" bigint DEFAULT 0 NOT NULL,
	"responders" bigint DEFAULT 0 NOT NULL,
	"escalate_at" bigint,
	"act_at" bigint,
	"any_hour_since" bigint,
	"published_at" bigint,
	"public_title" text,
	"published_on" text DEFAULT '[]' NOT NULL,
	"pages_again" text,
	"opened_by" text,
	"resolved_by" text,
	"details" text NOT NULL
);

CREATE TABLE "escalated_groups" (
	"incident_id" text NOT NULL,
	"group_id" text NOT NULL,
	"at" bigint NOT NULL,
	"paged_at" bigint,
	"page_round" bigint NOT NULL,
	"asked" boolean NOT NULL,
	CONSTRAINT "escalated_groups_incident_id_group_id_pk" PRIMARY KEY("incident_id","group_id")
);

CREATE TABLE "responders" (
	"incident_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	"takes_over" boolean NOT NULL,
	CONSTRAINT "responders_incident_id_user_id_pk" PRIMARY KEY("incident_id","user_id")
);

CREATE TABLE "timeline" (
	"id" text PRIMARY KEY NOT NULL,
	"incident_id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"actor" text,
	"user_id" text,
	"public_state" text,
	"edited_at" bigint
);

CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"incident_id" text,
	"alert_group_id" text,
	"schedule_id" text,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"transition" text NOT NULL,
	"key" text NOT NULL,
	"batch_kind" text,
	"batch_key" text,
	"lane" text NOT NULL,
	"state" text NOT NULL,
	"held_reason" text,
	"due_at" bigint,
	"wait_asked" boolean DEFAULT false NOT NULL,
	"attempts" bigint NOT NULL,
	"perhaps_delivered" boolean NOT NULL,
	"channel_refused" boolean DEFAULT false NOT NULL,
	"handed_over" boolean DEFAULT false NOT NULL,
	"expires_at" bigint NOT NULL,
	"priority" bigint NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"tags" text NOT NULL,
	"attempted_at" bigint,
	"delivered_at" bigint,
	"last_error" text,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "silences" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"monitor_id" text,
	"alert_group_id" text,
	"source_ids" text DEFAULT '[]' NOT NULL,
	"key" text,
	"matchers" text NOT NULL,
	"from" bigint NOT NULL,
	"until" bigint,
	"until_recovered" boolean NOT NULL,
	"cron" text,
	"duration_minutes" bigint,
	"timezone" text NOT NULL,
	"created_by" text NOT NULL,
	"reason" text NOT NULL,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "notification_attempts" (
	"notification_id" text NOT NULL,
	"attempt" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"finished_at" bigint,
	"outcome" text NOT NULL,
	"http_status" bigint,
	"detail" text,
	CONSTRAINT "notification_attempts_notification_id_attempt_pk" PRIMARY KEY("notification_id","attempt")
);

CREATE TABLE "answers" (
	"incident_id" text NOT NULL,
	"device_id" text NOT NULL,
	"verb" text NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "answers_incident_id_device_id_verb_pk" PRIMARY KEY("incident_id","device_id","verb")
);

CREATE TABLE "drills" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"at" bigint NOT NULL,
	"started_by" text,
	"ends_at" bigint NOT NULL,
	"ended_at" bigint
);

CREATE TABLE "drill_people" (
	"drill_id" text NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"answered_at" bigint,
	"device_id" text,
	CONSTRAINT "drill_people_drill_id_user_id_pk" PRIMARY KEY("drill_id","user_id")
);

CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"monitor_id" text NOT NULL,
	"rid" text,
	"started_at" bigint,
	"ended_at" bigint,
	"duration_ms" bigint,
	"outcome" text,
	"exit_code" bigint,
	"output" text,
	"method" text NOT NULL,
	"remote_address" text NOT NULL,
	"user_agent" text,
	"at" bigint NOT NULL
);

CREATE TABLE "inbound_events" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"received_at" bigint NOT NULL,
	"http_status" bigint NOT NULL,
	"reason" text NOT NULL,
	"format" text,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"headers" text DEFAULT '{}' NOT NULL,
	"content_type" text,
	"size" bigint DEFAULT 0 NOT NULL,
	"ring" text DEFAULT 'accepted' NOT NULL,
	"replay_of" text,
	"replayed_at" bigint,
	"body" text NOT NULL
);

CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"at" bigint NOT NULL,
	"actor" text NOT NULL,
	"key_id" text,
	"key_name" text,
	"session_id" text,
	"account" text,
	"client_address" text,
	"agent" text,
	"action" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"object_title" text,
	"request_id" text,
	"changes" text,
	"part_of" text,
	"counts" text
);

CREATE TABLE "events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"tx" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
	"org_id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"about" text NOT NULL
);

CREATE UNIQUE INDEX "organizations_name" ON "organizations" USING btree ("name");
CREATE UNIQUE INDEX "blind_periods_from" ON "blind_periods" USING btree ("from");
CREATE INDEX "blind_periods_order" ON "blind_periods" USING btree ("to","id");
CREATE UNIQUE INDEX "users_external_id" ON "users" USING btree ("org_id","external_id");
CREATE INDEX "users_order" ON "users" USING btree ("org_id","inserted_at","id");
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("org_id","email_key");
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","inserted_at","id");
CREATE UNIQUE INDEX "device_invitations_hash" ON "device_invitations" USING btree ("hash");
CREATE INDEX "device_invitations_device" ON "device_invitations" USING btree ("device_id");
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");
CREATE INDEX "api_keys_order" ON "api_keys" USING btree ("org_id","inserted_at","id");
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");
CREATE UNIQUE INDEX "device_authorizations_user_hash" ON "device_authorizations" USING btree ("user_hash");
CREATE INDEX "idempotency_keys_at" ON "idempotency_keys" USING btree ("at");
CREATE INDEX "unfinished_deliveries_at" ON "unfinished_deliveries" USING btree ("at");
CREATE UNIQUE INDEX "sign_in_links_hash" ON "sign_in_links" USING btree ("hash");
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
CREATE UNIQUE INDEX "identities_sub" ON "identities" USING btree ("org_id","issuer","sub");
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");
CREATE INDEX "provider_sessions_identity" ON "provider_sessions" USING btree ("identity_id");
CREATE UNIQUE INDEX "schedules_external_id" ON "schedules" USING btree ("org_id","external_id");
CREATE INDEX "schedules_order" ON "schedules" USING btree ("org_id","inserted_at","id");
CREATE INDEX "schedules_wake" ON "schedules" USING btree ("wake_at") WHERE "schedules"."wake_at" is not null;
CREATE INDEX "overrides_schedule" ON "overrides" USING btree ("schedule_id","until");
CREATE INDEX "overrides_user" ON "overrides" USING btree ("user_id","until");
CREATE INDEX "overrides_age" ON "overrides" USING btree ("until");
CREATE INDEX "on_call_user" ON "on_call" USING btree ("user_id");
CREATE INDEX "known_shifts_user" ON "known_shifts" USING btree ("user_id");
CREATE INDEX "schedule_pushes_due" ON "schedule_pushes" USING btree ("due_at") WHERE "schedule_pushes"."due_at" is not null;
CREATE INDEX "schedule_pushes_changed" ON "schedule_pushes" USING btree ("changed_at") WHERE "schedule_pushes"."changed_at" is not null;
CREATE UNIQUE INDEX "calendar_feeds_hash" ON "calendar_feeds" USING btree ("hash");
CREATE UNIQUE INDEX "alert_groups_external_id" ON "alert_groups" USING btree ("org_id","external_id");
CREATE INDEX "alert_groups_order" ON "alert_groups" USING btree ("org_id","inserted_at","id");
CREATE UNIQUE INDEX "alert_groups_webhook_hash" ON "alert_groups" USING btree ("webhook_hash");
CREATE INDEX "alert_groups_previous_webhook_hash" ON "alert_groups" USING btree ("previous_webhook_hash");
CREATE UNIQUE INDEX "alert_groups_ping_key_hash" ON "alert_groups" USING btree ("ping_key_hash");
CREATE INDEX "alert_groups_previous_ping_key_hash" ON "alert_groups" USING btree ("previous_ping_key_hash");
CREATE UNIQUE INDEX "health_check_monitors_external_id" ON "health_check_monitors" USING btree ("org_id","external_id");
CREATE INDEX "health_check_monitors_order" ON "health_check_monitors" USING btree ("org_id","inserted_at","id");
CREATE INDEX "health_check_monitors_group" ON "health_check_monitors" USING btree ("alert_group_id");
CREATE UNIQUE INDEX "webhook_monitors_external_id" ON "webhook_monitors" USING btree ("org_id","external_id");
CREATE INDEX "webhook_monitors_order" ON "webhook_monitors" USING btree ("org_id","inserted_at","id");
CREATE UNIQUE INDEX "webhook_monitors_webhook_hash" ON "webhook_monitors" USING btree ("webhook_hash");
CREATE INDEX "webhook_monitors_previous_webhook_hash" ON "webhook_monitors" USING btree ("previous_webhook_hash");
CREATE INDEX "webhook_monitors_group" ON "webhook_monitors" USING btree ("alert_group_id");
CREATE UNIQUE INDEX "status_pages_external_id" ON "status_pages" USING btree ("org_id","external_id");
CREATE INDEX "status_pages_order" ON "status_pages" USING btree ("org_id","inserted_at","id");
CREATE UNIQUE INDEX "status_pages_slug" ON "status_pages" USING btree ("slug");
CREATE INDEX "members_user" ON "members" USING btree ("user_id");
CREATE INDEX "group_schedules_schedule" ON "group_schedules" USING btree ("schedule_id");
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" USING btree ("page_id","email_hash");
CREATE INDEX "subscribers_mailbox" ON "subscribers" USING btree ("mailbox_hash");
CREATE INDEX "subscribers_seen" ON "subscribers" USING btree ("page_id","seen");
CREATE INDEX "subscribers_order" ON "subscribers" USING btree ("page_id","inserted_at","id");
CREATE INDEX "subscribers_unconfirmed" ON "subscribers" USING btree ("page_id","asked_at") WHERE "subscribers"."confirmed_at" is null;
CREATE INDEX "page_notices_incident" ON "page_notices" USING btree ("incident_id");
CREATE INDEX "dependencies_parent" ON "dependencies" USING btree ("parent_id");
CREATE INDEX "subjects_due" ON "subjects" USING btree ("pace","due_at","id") WHERE "subjects"."due_at" is not null;
CREATE INDEX "subjects_wake" ON "subjects" USING btree ("wake_at");
CREATE INDEX "subjects_release" ON "subjects" USING btree ("release_at") WHERE "subjects"."release_at" is not null;
CREATE INDEX "reports_age" ON "reports" USING btree ("at");
CREATE INDEX "history_subject" ON "history" USING btree ("subject_id","at","id");
CREATE INDEX "history_order" ON "history" USING btree ("at","id");
CREATE INDEX "measures_age" ON "measures" USING btree ("level","at");
CREATE INDEX "error_minutes_age" ON "error_minutes" USING btree ("at");
CREATE INDEX "sub_check_changes_age" ON "sub_check_changes" USING btree ("at");
CREATE INDEX "pauses_age" ON "pauses" USING btree ("to");
CREATE INDEX "marks_order" ON "marks" USING btree ("org_id","at","id");
CREATE INDEX "marks_age" ON "marks" USING btree ("at");
CREATE INDEX "marks_monitor" ON "marks" USING btree ("monitor_id");
CREATE INDEX "deleted_resources_order" ON "deleted_resources" USING btree ("org_id","deleted_at","id");
CREATE INDEX "deleted_resources_age" ON "deleted_resources" USING btree ("deleted_at");
CREATE UNIQUE INDEX "incidents_number" ON "incidents" USING btree ("org_id","number");
CREATE UNIQUE INDEX "incidents_unresolved" ON "incidents" USING btree ("source_id","key") WHERE "incidents"."resolved_at" is null;
CREATE INDEX "incidents_order" ON "incidents" USING btree ("org_id","opened_at","id");
CREATE INDEX "incidents_age" ON "incidents" USING btree ("resolved_at") WHERE "incidents"."resolved_at" is not null;
CREATE INDEX "incidents_open" ON "incidents" USING btree ("id") WHERE "incidents"."status" = 'open';
CREATE INDEX "incidents_group" ON "incidents" USING btree ("alert_group_id","id") WHERE "incidents"."resolved_at" is null;
CREATE INDEX "incidents_source" ON "incidents" USING btree ("source_id","opened_at");
CREATE INDEX "incidents_published" ON "incidents" USING btree ("org_id","opened_at") WHERE "incidents"."published_at" is not null;
CREATE INDEX "incidents_act" ON "incidents" USING btree ("act_at") WHERE "incidents"."act_at" is not null;
CREATE INDEX "incidents_resolve" ON "incidents" USING btree ("source_id","resolve_at") WHERE "incidents"."resolved_at" is null and "incidents"."resolve_at" is not null;
CREATE INDEX "timeline_incident" ON "timeline" USING btree ("incident_id","at","id");
CREATE INDEX "timeline_order" ON "timeline" USING btree ("at","id");
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("key");
CREATE INDEX "notifications_due" ON "notifications" USING btree ("lane","due_at") WHERE "notifications"."due_at" is not null;
CREATE INDEX "notifications_owed" ON "notifications" USING btree ("lane","device_id","inserted_at","id") WHERE "notifications"."due_at" is not null;
CREATE INDEX "notifications_held" ON "notifications" USING btree ("org_id","id") WHERE "notifications"."state" = 'held';
CREATE INDEX "notifications_device" ON "notifications" USING btree ("device_id","inserted_at","id");
CREATE INDEX "notifications_incident" ON "notifications" USING btree ("incident_id","device_id","inserted_at");
CREATE INDEX "notifications_order" ON "notifications" USING btree ("org_id","inserted_at","id");
CREATE INDEX "silences_order" ON "silences" USING btree ("org_id","inserted_at","id");
CREATE INDEX "silences_until" ON "silences" USING btree ("org_id","until");
CREATE INDEX "drills_group" ON "drills" USING btree ("alert_group_id","at","id");
CREATE INDEX "drills_age" ON "drills" USING btree ("at");
CREATE INDEX "drill_people_user" ON "drill_people" USING btree ("user_id");
CREATE INDEX "runs_monitor" ON "runs" USING btree ("monitor_id","at","id");
CREATE INDEX "runs_age" ON "runs" USING btree ("at");
CREATE INDEX "inbound_events_target" ON "inbound_events" USING btree ("target_id","received_at","id");
CREATE INDEX "inbound_events_ring" ON "inbound_events" USING btree ("target_id","ring","received_at","id");
CREATE INDEX "inbound_events_order" ON "inbound_events" USING btree ("org_id","received_at","id");
CREATE INDEX "audit_events_order" ON "audit_events" USING btree ("org_id","at","id");
CREATE INDEX "audit_events_object" ON "audit_events" USING btree ("object_id");
CREATE INDEX "events_order" ON "events" USING btree ("tx","seq");
CREATE INDEX "events_age" ON "events" USING btree ("at");
