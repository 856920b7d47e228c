ALTER TABLE "alert_groups" ADD COLUMN "assume_resolved_after_minutes" bigint DEFAULT 60 NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "webhook_auth" text;
ALTER TABLE "alert_groups" ADD COLUMN "webhook_secret" text;
ALTER TABLE "alert_groups" ADD COLUMN "webhook_timestamp_header" text;
ALTER TABLE "alert_groups" ADD COLUMN "previous_webhook_id" text;
ALTER TABLE "alert_groups" ADD COLUMN "previous_webhook_until" bigint;
ALTER TABLE "webhook_monitors" ADD COLUMN "previous_webhook_id" text;
ALTER TABLE "webhook_monitors" ADD COLUMN "previous_webhook_until" bigint;
ALTER TABLE "incidents" ADD COLUMN "episode" bigint;
ALTER TABLE "incidents" ADD COLUMN "resolve_at" bigint;
ALTER TABLE "notifications" ADD COLUMN "batch" text;
ALTER TABLE "inbound_events" ADD COLUMN "format" text;
ALTER TABLE "inbound_events" ADD COLUMN "accepted" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "inbound_events" ADD COLUMN "headers" text DEFAULT '{}' NOT NULL;
ALTER TABLE "inbound_events" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "inbound_events" ADD COLUMN "replay_of" text;
ALTER TABLE "inbound_events" ADD COLUMN "replayed_at" bigint;
CREATE INDEX "alert_groups_previous_webhook_id" ON "alert_groups" USING btree ("previous_webhook_id");
CREATE INDEX "webhook_monitors_previous_webhook_id" ON "webhook_monitors" USING btree ("previous_webhook_id");
CREATE INDEX "incidents_resolve" ON "incidents" USING btree ("source_id","resolve_at") WHERE "incidents"."resolved_at" is null and "incidents"."resolve_at" is not null;
UPDATE "inbound_events" SET "size" = octet_length("body");
-- Every group has running state of its own.
INSERT INTO "subjects" ("id", "org_id", "kind", "status", "status_since", "fetch_attempts", "window_count", "window_from", "burst_at", "burst_count")
SELECT "id", "org_id", 'alert_group', 'ok', "inserted_at", 0, 0, 0, 0, 0 FROM "alert_groups";
