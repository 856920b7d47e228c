CREATE TABLE "dependencies" (
	"monitor_id" text NOT NULL,
	"parent_id" text NOT NULL,
	CONSTRAINT "dependencies_monitor_id_parent_id_pk" PRIMARY KEY("monitor_id","parent_id")
);

ALTER TABLE "health_check_monitors" ADD COLUMN "depends_on" text DEFAULT '[]' NOT NULL;
ALTER TABLE "webhook_monitors" ADD COLUMN "depends_on" text DEFAULT '[]' NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "withheld" text;
ALTER TABLE "subjects" ADD COLUMN "asked_at" bigint;
ALTER TABLE "subjects" ADD COLUMN "release_at" bigint;
CREATE INDEX "dependencies_parent" ON "dependencies" USING btree ("parent_id");
CREATE INDEX "subjects_release" ON "subjects" USING btree ("release_at") WHERE "subjects"."release_at" is not null;
