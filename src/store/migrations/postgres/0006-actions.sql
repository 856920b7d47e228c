ALTER TABLE "organizations" ADD COLUMN "action_secret" text DEFAULT '' NOT NULL;
UPDATE "organizations" SET "action_secret" = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
