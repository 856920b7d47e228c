CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"revision" bigint NOT NULL,
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

CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"external_id" text,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text
);

CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"target" text NOT NULL,
	"server" text,
	"access_token" text,
	"enabled" boolean NOT NULL,
	"verified_at" bigint,
	"broken_at" bigint,
	"broken_reason" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);

CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"last_used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "setup_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint,
	"inserted_at" bigint NOT NULL
);

CREATE TABLE "alert_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"external_id" text,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"priority_level" bigint NOT NULL,
	"timezone" text NOT NULL,
	"contact_hours_all_day" boolean NOT NULL,
	"contact_hours_from" text,
	"contact_hours_to" text,
	"contact_days" text NOT NULL,
	"webhook_id" text NOT NULL
);

CREATE TABLE "members" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text NOT NULL,
	"inserted_at" bigint NOT NULL,
	CONSTRAINT "members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);

CREATE TABLE "health_check_monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"external_id" text,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"staleness_threshold_minutes" bigint NOT NULL,
	"interval_seconds" bigint NOT NULL,
	"timeout_seconds" bigint NOT NULL,
	"request_headers" text NOT NULL,
	"fetch_retries" bigint NOT NULL
);

CREATE TABLE "webhook_monitors" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"external_id" text,
	"project" text,
	"version" bigint NOT NULL,
	"inserted_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"title" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"error_rate_threshold" bigint NOT NULL,
	"error_rate_window_minutes" bigint NOT NULL,
	"webhook_id" text NOT NULL
);

CREATE TABLE "subjects" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"status_since" bigint NOT NULL,
	"paused_at" bigint,
	"paused_until" bigint,
	"wake_at" bigint,
	"due_at" bigint,
	"lease_token" text,
	"fetch_attempts" bigint NOT NULL,
	"checked_at" bigint,
	"finished_at" bigint,
	"checks_total" bigint,
	"checks_passing" bigint,
	"last_received_at" bigint,
	"window_count" bigint NOT NULL,
	"window_from" bigint NOT NULL,
	"burst_at" bigint NOT NULL,
	"burst_count" bigint NOT NULL
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
);

CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"message" text,
	"source" text,
	"meta" text
);

CREATE TABLE "history" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text
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
	"resolved_at" bigint,
	"resolved_reason" text,
	"occurrences" bigint NOT NULL,
	"details" text NOT NULL
);

CREATE TABLE "timeline" (
	"id" text PRIMARY KEY NOT NULL,
	"incident_id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"actor" text
);

CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"incident_id" text NOT NULL,
	"alert_group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"transition" text NOT NULL,
	"key" text NOT NULL,
	"lane" text NOT NULL,
	"state" text NOT NULL,
	"due_at" bigint,
	"attempts" bigint NOT NULL,
	"perhaps_delivered" boolean NOT NULL,
	"expires_at" bigint NOT NULL,
	"priority" bigint NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"tags" text NOT NULL,
	"delivered_at" bigint,
	"last_error" text,
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

CREATE TABLE "inbound_events" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"received_at" bigint NOT NULL,
	"http_status" bigint NOT NULL,
	"reason" text NOT NULL,
	"content_type" text,
	"body" text NOT NULL
);

CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"at" bigint NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"object_title" text,
	"request_id" text
);

CREATE UNIQUE INDEX "organizations_name" ON "organizations" USING btree ("name");
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("org_id","email_key");
CREATE UNIQUE INDEX "users_external_id" ON "users" USING btree ("org_id","external_id");
CREATE INDEX "users_order" ON "users" USING btree ("org_id","inserted_at","id");
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","inserted_at","id");
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");
CREATE INDEX "api_keys_order" ON "api_keys" USING btree ("org_id","inserted_at","id");
CREATE UNIQUE INDEX "alert_groups_external_id" ON "alert_groups" USING btree ("org_id","external_id");
CREATE UNIQUE INDEX "alert_groups_webhook_id" ON "alert_groups" USING btree ("webhook_id");
CREATE INDEX "alert_groups_order" ON "alert_groups" USING btree ("org_id","inserted_at","id");
CREATE INDEX "members_user" ON "members" USING btree ("user_id");
CREATE UNIQUE INDEX "health_check_monitors_external_id" ON "health_check_monitors" USING btree ("org_id","external_id");
CREATE INDEX "health_check_monitors_order" ON "health_check_monitors" USING btree ("org_id","inserted_at","id");
CREATE INDEX "health_check_monitors_group" ON "health_check_monitors" USING btree ("alert_group_id");
CREATE UNIQUE INDEX "webhook_monitors_external_id" ON "webhook_monitors" USING btree ("org_id","external_id");
CREATE UNIQUE INDEX "webhook_monitors_webhook_id" ON "webhook_monitors" USING btree ("webhook_id");
CREATE INDEX "webhook_monitors_order" ON "webhook_monitors" USING btree ("org_id","inserted_at","id");
CREATE INDEX "webhook_monitors_group" ON "webhook_monitors" USING btree ("alert_group_id");
CREATE INDEX "subjects_due" ON "subjects" USING btree ("due_at");
CREATE INDEX "subjects_wake" ON "subjects" USING btree ("wake_at");
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id","at");
CREATE INDEX "reports_age" ON "reports" USING btree ("at");
CREATE INDEX "history_subject" ON "history" USING btree ("subject_id","at","id");
CREATE INDEX "history_age" ON "history" USING btree ("at");
CREATE UNIQUE INDEX "incidents_number" ON "incidents" USING btree ("org_id","number");
CREATE UNIQUE INDEX "incidents_unresolved" ON "incidents" USING btree ("source_id","key") WHERE "incidents"."resolved_at" is null;
CREATE INDEX "incidents_order" ON "incidents" USING btree ("org_id","opened_at","id");
CREATE INDEX "incidents_source" ON "incidents" USING btree ("source_id","opened_at");
CREATE INDEX "timeline_incident" ON "timeline" USING btree ("incident_id","at","id");
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("key");
CREATE INDEX "notifications_due" ON "notifications" USING btree ("lane","due_at") WHERE "notifications"."due_at" is not null;
CREATE INDEX "notifications_incident" ON "notifications" USING btree ("incident_id","inserted_at","id");
CREATE INDEX "notifications_order" ON "notifications" USING btree ("org_id","inserted_at","id");
CREATE INDEX "inbound_events_target" ON "inbound_events" USING btree ("target_id","received_at","id");
CREATE INDEX "inbound_events_order" ON "inbound_events" USING btree ("org_id","received_at","id");
CREATE INDEX "audit_events_order" ON "audit_events" USING btree ("org_id","at","id");
