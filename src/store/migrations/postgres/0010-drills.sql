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

ALTER TABLE "alert_groups" ADD COLUMN "drill_cron" text;
ALTER TABLE "subjects" ADD COLUMN "drill_at" bigint;
CREATE INDEX "drills_group" ON "drills" USING btree ("alert_group_id","at","id");
CREATE INDEX "drills_age" ON "drills" USING btree ("at");
CREATE INDEX "drill_people_user" ON "drill_people" USING btree ("user_id");
