ALTER TABLE "health_check_monitors" ADD COLUMN "confirmations" bigint DEFAULT 1 NOT NULL;
ALTER TABLE "health_check_monitors" ADD COLUMN "detect_flapping" boolean DEFAULT true NOT NULL;
ALTER TABLE "webhook_monitors" ADD COLUMN "detect_flapping" boolean DEFAULT true NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "unconfirmed" bigint;
ALTER TABLE "subjects" ADD COLUMN "crossings" text DEFAULT '[]' NOT NULL;
ALTER TABLE "subjects" ADD COLUMN "flapping_since" bigint;
