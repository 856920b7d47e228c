CREATE TABLE "silences" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"monitor_id" text,
	"alert_group_id" text,
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

ALTER TABLE "alert_groups" ADD COLUMN "urgent_ignores_contact_hours" boolean DEFAULT false NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "repeat_minutes" bigint;
ALTER TABLE "alert_groups" ADD COLUMN "repeat_limit" bigint DEFAULT 12 NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "escalate_to" text;
ALTER TABLE "alert_groups" ADD COLUMN "escalate_after_minutes" bigint;
ALTER TABLE "alert_groups" ADD COLUMN "acknowledge_for_minutes" bigint;
ALTER TABLE "members" ADD COLUMN "timezone" text;
ALTER TABLE "members" ADD COLUMN "contact_hours_all_day" boolean;
ALTER TABLE "members" ADD COLUMN "contact_hours_from" text;
ALTER TABLE "members" ADD COLUMN "contact_hours_to" text;
ALTER TABLE "members" ADD COLUMN "contact_days" text;
ALTER TABLE "members" ADD COLUMN "minimum_priority" bigint;
ALTER TABLE "incidents" ADD COLUMN "paging_since" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "incidents" ADD COLUMN "paged_at" bigint;
ALTER TABLE "incidents" ADD COLUMN "page_round" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "incidents" ADD COLUMN "page_steps" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "incidents" ADD COLUMN "act_at" bigint;
ALTER TABLE "notifications" ADD COLUMN "held_reason" text;
CREATE INDEX "silences_order" ON "silences" USING btree ("org_id","inserted_at","id");
CREATE INDEX "silences_until" ON "silences" USING btree ("org_id","until");
CREATE INDEX "incidents_act" ON "incidents" USING btree ("act_at") WHERE "incidents"."act_at" is not null;
CREATE INDEX "notifications_device" ON "notifications" USING btree ("device_id","inserted_at");
-- Nobody has to be paged again for what opened before this could be done.
UPDATE "incidents" SET "paging_since" = "opened_at", "paged_at" = "opened_at";
