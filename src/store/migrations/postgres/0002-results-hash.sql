ALTER TABLE "subjects" ADD COLUMN "results_hash" text;
