CREATE TABLE "projects" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"wanted" text NOT NULL,
	"applied_at" bigint NOT NULL,
	"applied_by" text NOT NULL,
	CONSTRAINT "projects_org_id_name_pk" PRIMARY KEY("org_id","name")
);

ALTER TABLE "users" ADD COLUMN "protect" boolean DEFAULT false NOT NULL;
ALTER TABLE "alert_groups" ADD COLUMN "protect" boolean DEFAULT false NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "protect" boolean DEFAULT false NOT NULL;
ALTER TABLE "webhook_monitors" ADD COLUMN "protect" boolean DEFAULT false NOT NULL;
CREATE INDEX "audit_events_object" ON "audit_events" USING btree ("object_id");
