import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { answerEvent } from '#server/db/schema/chat.ts';

export async function storedText(query: Executor, answerId: string): Promise<string> {
  const events = await query
    .select({ event: answerEvent.event })
    .from(answerEvent)
    .where(eq(answerEvent.answerId, answerId))
    .orderBy(asc(answerEvent.number));
  // A `text` replaces all text before it.
  const start = events.findLastIndex(({ event }) => event.type === 'text');
  return events
    .slice(Math.max(0, start))
    .map(({ event }) => (event.type === 'delta' || event.type === 'text' ? event.text : ''))
    .join('');
}
