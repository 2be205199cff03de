import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';

/** After this many failures in one run the mail server counts as unreachable. The next run tries again. */
const mostFailures = 3;

/** A table whose rows wait for a mail. */
export type MailQueue<Row> = {
  /** Returns the next waiting row whose id is not in `failed`, and locks it; `undefined` when none is left. */
  lockNext: (transaction: Executor, failed: readonly string[]) => Promise<Row | undefined>;
  idOf: (row: Row) => string;
  /** Sends the mail of a row. May decide that the row needs none. */
  send: (transaction: Executor, row: Row) => Promise<unknown>;
  /** Marks or deletes a row whose mail was sent. */
  finish: (transaction: Executor, row: Row) => Promise<unknown>;
  /** The text to log when a mail cannot be sent, and fields that identify the row. */
  failure: string;
  failureFields?: (row: Row) => object;
};

/**
 * Sends the mails that wait in a table, one after the other, at most `most` of them. Each row is locked while its mail is
 * sent, so several processes can share the work. A process that is killed between sending and marking sends that one
 * mail twice. A row whose mail fails waits for the next run. Returns the number of sent mails.
 */
export async function sendWaiting<Row>(
  { database, log }: CorePlatform,
  queue: MailQueue<Row>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const failed: string[] = [];
  for (let tried = 0; ; tried += 1) {
    const isOver = tried === most || failed.length === mostFailures;
    if (isOver || !(await sendNext())) return tried - failed.length;
  }

  /** Returns whether a row was waiting. */
  function sendNext(): Promise<boolean> {
    return database.transaction(async (transaction) => {
      const row = await queue.lockNext(transaction, failed);
      if (!row) return false;
      try {
        await queue.send(transaction, row);
      } catch (error) {
        log.warn({ ...queue.failureFields?.(row), mail: mailFailure(error) }, queue.failure);
        failed.push(queue.idOf(row));
        return true;
      }
      await queue.finish(transaction, row);
      return true;
    });
  }
}
