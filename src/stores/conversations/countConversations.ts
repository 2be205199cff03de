import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';

const size = 100;

/** Counting stops after this many pages, because each page is a request. */
const mostPages = 20;

/**
 * Returns the number of the user's conversations with the archived ones; `capped` when there are more than `count`.
 * Throws `CallError`.
 */
export async function countConversations(
  signal: AbortSignal,
): Promise<{ count: number; capped: boolean }> {
  const listed = await countListed(signal, {});
  const archived = await countListed(signal, { archived: 'true' });
  return { count: listed.count + archived.count, capped: listed.capped || archived.capped };
}

async function countListed(
  signal: AbortSignal,
  list: { archived?: 'true' },
): Promise<{ count: number; capped: boolean }> {
  let count = 0;
  let before: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { ...list, size, before };
    const { pinned, items } = await call(listConversations, { query }, signal);
    if (page === 0) count += pinned.length;
    count += items.length;
    before = items.at(-1)?.updated;
    if (items.length < size || before === undefined) return { count, capped: false };
  }
  return { count, capped: true };
}
