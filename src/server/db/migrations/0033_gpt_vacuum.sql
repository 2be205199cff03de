-- Lists by popularity are read from their index alone, but only of pages that nothing has changed since the last vacuum.
-- Each conversation changes one. The default is to vacuum when a fifth of the rows have changed.
ALTER TABLE "gpt" SET (autovacuum_vacuum_scale_factor = 0.01);
