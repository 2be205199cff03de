import { describe, expect, it } from 'vitest';
import { listedRating, meanRating, smoothedRating } from '#domain/reviews/reviews.ts';

describe('an average rating', () => {
  it('is the mean of the ratings, and undefined without ratings', () => {
    expect(meanRating(10, 2)).toBe(5);
    expect(meanRating(15, 4)).toBe(3.75);
    expect(meanRating(0, 0)).toBeNull();
  });

  it('is in lists from five ratings on', () => {
    expect(listedRating({ rating: 5, ratings: 4 })).toBeNull();
    expect(listedRating({ rating: 4.8, ratings: 5 })).toBe(4.8);
    expect(listedRating({ rating: null, ratings: 0 })).toBeNull();
  });

  it('is smoothed for sorting, so that two ratings of 5 come after a hundred of 4.5', () => {
    const few = smoothedRating({ rating: 5, ratings: 2 });
    const many = smoothedRating({ rating: 4.5, ratings: 100 });
    expect(few).toBeLessThan(many);
  });
});
