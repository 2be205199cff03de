import type { Executor } from '#server/db/connect.ts';
import { type Statement, execute } from '#server/db/statement.ts';

const notifyStatement: Statement = { name: 'notify', text: 'select pg_notify($1, $2)' };

/**
 * Sends a notification to all servers, which receive it by `listen.ts`, when the transaction commits. A payload has fewer
 * than 8,000 bytes. Commits that notify wait for each other, each for its own write to the disk.
 */
export async function notify(executor: Executor, channel: string, payload: string): Promise<void> {
  await execute(executor, notifyStatement, [channel, payload]);
}
