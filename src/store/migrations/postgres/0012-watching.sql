CREATE TABLE "last_alive" (
	"id" bigint PRIMARY KEY NOT NULL,
	"seen_at" bigint NOT NULL
);

CREATE TABLE "blind_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"from" bigint NOT NULL,
	"to" bigint NOT NULL,
	"reason" text NOT NULL,
	"settling_until" bigint NOT NULL
);

CREATE UNIQUE INDEX "blind_periods_from" ON "blind_periods" USING btree ("from");
CREATE INDEX "blind_periods_order" ON "blind_periods" USING btree ("to","id");
