import { describe, expect, it } from 'vitest';
import { homeRowsOf } from '#catalog/gpts/homeRows.ts';
import { suggestedGpts } from '#catalog/ranking/emptyRankings.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';

function contextWith(ids: readonly string[]) {
  const lines = ids.map((id): SnapshotLine => {
    return { type: 'gpt', gpt: makeGpt({ id, chats: 0, imported_chats: null }) };
  });
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

describe('the row of editors’ picks', () => {
  it('has the same GPTs as pages without a ranking', () => {
    const context = contextWith([
      'another',
      'itinerary-with-margins',
      'layover-guide',
      'trip-planner',
    ]);
    const { picks } = homeRowsOf(context, 'de');
    const suggested = suggestedGpts(context, 'de').picks.map(({ id }) => id);
    expect(picks?.slug).toBeNull();
    expect(picks?.gpts.map(({ id }) => id)).toEqual(suggested.slice(0, 3));
  });

  it('is left out without recommended GPTs', () => {
    expect(homeRowsOf(contextWith(['another']), 'en').picks).toBeNull();
  });
});
