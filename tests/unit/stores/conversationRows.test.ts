import { describe, expect, it } from 'vitest';
import { conversationRows, untilTomorrow } from '#stores/conversations/conversationRows.ts';
import { makeConversation } from '../../fixtures/conversationCards.ts';

const now = new Date('2026-05-20T12:00:00Z');

/** The groups of conversations that were used at these instants, and how many each has. */
function groups(instants: readonly string[], timeZone: string): string[] {
  const items = instants.map((updated, number) => makeConversation(number, { updated }));
  const found: string[] = [];
  for (const row of conversationRows(items, now, timeZone)) {
    if (row.row === 'heading') found.push(row.group);
  }
  return found;
}

describe('the list of conversations', () => {
  it('is grouped by the days and months of use', () => {
    const instants = [
      '2026-05-20T11:59:00Z',
      '2026-05-19T23:59:00Z',
      '2026-05-18T08:00:00Z',
      '2026-05-13T08:00:00Z',
      '2026-05-12T08:00:00Z',
      '2026-04-30T08:00:00Z',
      '2025-12-31T08:00:00Z',
    ];
    expect(groups(instants, 'UTC')).toEqual([
      'today',
      'yesterday',
      'week',
      '2026-05',
      '2026-04',
      '2025-12',
    ]);
  });

  it('counts days as the user’s time zone does', () => {
    const late = ['2026-05-19T16:30:00Z'];
    expect(groups(late, 'Asia/Tokyo')).toEqual(['today']);
    expect(groups(late, 'America/Los_Angeles')).toEqual(['yesterday']);
  });

  it('counts days in the future as today if the clock is behind', () => {
    expect(groups(['2026-05-21T00:00:00Z'], 'UTC')).toEqual(['today']);
  });

  it('begins with pinned ones, of any age', () => {
    const old = makeConversation(2, { pinned: true, updated: '2020-01-01T00:00:00Z' });
    const rows = conversationRows([makeConversation(1), old], now, 'UTC');
    expect(rows).toMatchObject([
      { group: 'pinned' },
      { conversation: { id: old.id } },
      { group: 'today' },
      { row: 'conversation' },
    ]);
  });

  it('announces when its groups change their names', () => {
    const evening = new Date(2026, 4, 20, 23, 59, 0);
    expect(untilTomorrow(evening)).toBe(60_000);
  });
});
