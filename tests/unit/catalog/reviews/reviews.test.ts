import { describe, expect, it } from 'vitest';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { type ReviewsView, reviewsOf } from '#catalog/reviews/reviews.ts';
import type { Review } from '#contract/reviews/reviews.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';

/** The reviews of a page for reviews with these texts. */
function viewOf(texts: readonly string[]): ReviewsView {
  const gpt = makeGpt({ id: 'poet', rating: 4.3, ratings: 30, reviews: 25 });
  const reviews = texts.map((text, place): Review => ({
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    name: 'User\u0007 1000',
    rating: 5,
    text,
    created: '2026-02-01T10:00:00.000Z',
    updated: '2026-02-01T10:00:00.000Z',
  }));
  const text = snapshotText('2026-02-10', [
    { type: 'gpt', gpt },
    { type: 'reviews', id: 'poet', reviews },
  ]);
  return reviewsOf(parseSnapshot(Buffer.from(text)), gpt);
}

describe('the reviews on a page', () => {
  it('are the newest in their order, with all ratings and the total number', () => {
    const { rating, ratings, total, items } = viewOf(['First', 'Second']);
    expect([rating, ratings, total]).toEqual([4.3, 30, 25]);
    expect(items.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  it('have a limited size in any script, and are at least one', () => {
    expect(viewOf(Array.from({ length: 10 }, () => 'x'.repeat(600))).items).toHaveLength(10);
    expect(viewOf(Array.from({ length: 10 }, () => 'x'.repeat(2_000))).items).toHaveLength(3);
    expect(viewOf(Array.from({ length: 10 }, () => '写'.repeat(1_000))).items).toHaveLength(2);
    expect(viewOf(['写'.repeat(2_001)]).items).toHaveLength(1);
  });

  it('have no characters that a page forbids', () => {
    expect(viewOf(['a\u0000b\u001bc']).items[0]).toMatchObject({ name: 'User 1000', text: 'abc' });
  });

  it('are empty for a GPT without ratings', () => {
    const snapshot = parseSnapshot(Buffer.from(snapshotText('2026-02-10', [])));
    const none = { rating: null, ratings: 0, total: 0, items: [] };
    expect(reviewsOf(snapshot, makeGpt({ id: 'other' }))).toEqual(none);
  });
});
