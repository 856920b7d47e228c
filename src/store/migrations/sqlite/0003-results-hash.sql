ALTER TABLE `subjects` ADD `results_hash` text;
