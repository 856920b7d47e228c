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

CREATE UNIQUE INDEX "device_invitations_hash" ON "device_invitations" USING btree ("hash");
CREATE INDEX "device_invitations_device" ON "device_invitations" USING btree ("device_id");
