ALTER TABLE "alert_groups" ADD COLUMN "status_page" boolean DEFAULT false NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "status_page_slug" text;
ALTER TABLE "incidents" ADD COLUMN "published_at" bigint;
ALTER TABLE "incidents" ADD COLUMN "public_title" text;
CREATE UNIQUE INDEX "alert_groups_status_page_slug" ON "alert_groups" USING btree ("status_page_slug");
CREATE INDEX "alert_groups_status_page" ON "alert_groups" USING btree ("status_page") WHERE "alert_groups"."status_page";
CREATE INDEX "incidents_published" ON "incidents" USING btree ("alert_group_id","opened_at") WHERE "incidents"."published_at" is not null;
