import { type Statement, run } from '#server/db/statement.ts';
import type { Executor } from '#server/db/connect.ts';
import { type KeptFile, toMade } from '#server/services/media/jobs/keepFiles.ts';
import type { Leased } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';

/** The answer is what it would have been, but for its price; its last event says so to whoever reads it now. */
const delivering: Statement = {
  name: 'deliver_late',
  text: `with delivered as (
      update answer set state = 'finished', reason = 'late'
      where id = $1 and state = 'failed' and reason = 'deadline_passed'
      returning id, message_id
    ), told as (
      update answer_event set event = event || jsonb_build_object('state', 'finished', 'reason', 'late', 'media', $2::jsonb)
      where answer_id in (select id from delivered) and event ->> 'type' = 'end'
    )
    select message_id as "messageId" from delivered`,
};

/**
 * Delivers what came after its deadline, when the hold was released: it costs its user nothing. Returns whether this
 * call did.
 */
export async function deliverLate(
  { database }: MediaMeans,
  { job }: Leased,
  files: readonly KeptFile[],
  insert: (transaction: Executor, messageId: string) => Promise<void>,
): Promise<boolean> {
  const media = files.map(toMade);
  return database.transaction(async (transaction) => {
    const values = [job.answerId, JSON.stringify(media)];
    const [found] = await run<{ messageId: string }>(transaction, delivering, values);
    if (!found) return false;
    await insert(transaction, found.messageId);
    return true;
  });
}
