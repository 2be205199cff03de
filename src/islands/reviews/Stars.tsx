import { highestRating } from '#domain/reviews.ts';

/** A rating as stars; the words are for who does not see them. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  const full = Math.round(rating);
  return (
    <span className="stars" role="img" aria-label={label}>
      {'★'.repeat(full)}
      <i>{'★'.repeat(highestRating - full)}</i>
    </span>
  );
}
