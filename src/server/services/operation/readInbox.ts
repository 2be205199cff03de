import type { CorePlatform } from '#server/context.ts';
import {
  type InboxKind,
  type InboxRow,
  countWaiting,
  readWaiting,
} from '#server/db/queries/inbox.ts';

export type Inbox = {
  /** How much waits, by kind; kinds of which nothing waits are omitted. */
  counts: Partial<Record<InboxKind, number>>;
  /** The longest waiting first. */
  waiting: InboxRow[];
};

/** Returns everything that waits for a person’s decision. */
export async function readInbox(
  { database: { query }, now }: CorePlatform,
  limit: number,
): Promise<Inbox> {
  const time = now();
  const counted = await countWaiting(query, time);
  const counts = Object.fromEntries(counted.map(({ kind, count }) => [kind, count]));
  return { counts, waiting: await readWaiting(query, { now: time, limit }) };
}
