-- Whether each of the three sums may rise or fall, by kind; a refund that finds nothing changes none of them. A function,
-- because PostgreSQL reads and plans a check for each statement anew: this one took a quarter of the time of hold and settle.
CREATE FUNCTION ledger_change_fits(kind text, balance bigint, held bigint, frozen bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
      WHEN kind IN ('grant', 'adjust', 'hold', 'settle') THEN frozen = 0
      WHEN kind IN ('expire', 'refund', 'restore', 'freeze', 'unfreeze') THEN held = 0
      ELSE true END
    AND CASE kind
      WHEN 'grant' THEN balance > 0 AND held = 0
      WHEN 'adjust' THEN balance <> 0 AND held = 0
      WHEN 'hold' THEN balance < 0 AND held = -balance
      WHEN 'settle' THEN balance = 0 AND held < 0
      WHEN 'release' THEN balance >= 0 AND frozen >= 0 AND held = -(balance + frozen) AND held < 0
      WHEN 'expire' THEN balance <= 0 AND frozen <= 0 AND balance + frozen < 0
      WHEN 'refund' THEN balance <= 0 AND frozen <= 0
      WHEN 'restore' THEN balance >= 0 AND frozen >= 0
      WHEN 'freeze' THEN balance <= 0 AND frozen = -balance
      WHEN 'unfreeze' THEN balance >= 0 AND frozen = -balance
      ELSE false END;
END $$;
--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_kind";--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK (ledger_change_fits("ledger_entry"."kind", "ledger_entry"."balance_change", "ledger_entry"."held_change", "ledger_entry"."frozen_change"));