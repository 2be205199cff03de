import type { ConversationCard } from '#stores/conversations/conversations.ts';

/** A group of conversations by their last use; older ones by month, as `YYYY-MM`. `open`: an older one that is open. */
export type RowGroup = 'open' | 'pinned' | 'today' | 'yesterday' | 'week' | `${number}-${number}`;

/** A row of the list. */
export type ConversationRow =
  | { row: 'heading'; group: RowGroup }
  | { row: 'conversation'; conversation: ConversationCard };

/**
 * Groups conversations by the day of their last use: pinned ones first, then today, yesterday, the last seven days, and
 * months. Days are those of `timeZone`, by default the browser's time zone.
 */
export function conversationRows(
  items: readonly ConversationCard[],
  now: Date,
  timeZone?: string,
): ConversationRow[] {
  const dayOf = dayReader(timeZone);
  const today = dayOf(now);
  const pinned = items.filter((item) => item.pinned);
  const others = items.filter((item) => !item.pinned);
  const rows: ConversationRow[] = [];
  let last: RowGroup | undefined;
  for (const conversation of [...pinned, ...others]) {
    const group = conversation.pinned
      ? 'pinned'
      : groupOf(dayOf(new Date(conversation.updated)), today);
    if (group !== last) rows.push({ row: 'heading', group });
    rows.push({ row: 'conversation', conversation });
    last = group;
  }
  return rows;
}

/** Returns the group of a last use, by the days of the browser's time zone. */
export function groupOfTime(lastUse: Date, now: Date): RowGroup {
  const dayOf = dayReader(undefined);
  return groupOf(dayOf(lastUse), dayOf(now));
}

/** Returns the milliseconds until the next day begins in the browser's time zone, when groups change. */
export function untilTomorrow(now: Date): number {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return tomorrow.getTime() - now.getTime();
}

const dayMilliseconds = 86_400_000;

/** A calendar day as the instant at which it begins in UTC, so that days can be subtracted. */
type Day = number;

function groupOf(day: Day, today: Day): RowGroup {
  const ago = Math.round((today - day) / dayMilliseconds);
  // Negative where the clock of this computer is behind the server's.
  if (ago <= 0) return 'today';
  if (ago === 1) return 'yesterday';
  if (ago <= 7) return 'week';
  return new Date(day).toISOString().slice(0, 7) as RowGroup;
}

function dayReader(timeZone: string | undefined): (instant: Date) => Day {
  if (timeZone === undefined) {
    return (instant) => Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate());
  }
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (instant) => Date.parse(`${format.format(instant)}T00:00:00Z`);
}
