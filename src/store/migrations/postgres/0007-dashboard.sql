CREATE TABLE "sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"key_id" text NOT NULL,
	"name" text NOT NULL,
	"inserted_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
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

CREATE INDEX "events_order" ON "events" USING btree ("tx","seq");
CREATE INDEX "events_age" ON "events" USING btree ("at");
