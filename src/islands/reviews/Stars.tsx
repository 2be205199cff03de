import { highestRating } from '#domain/reviews/reviews.ts';

/** A rating as stars. `label` is the text for screen readers. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  const full = Math.round(rating);
  return (
    <span className="stars">
      <span aria-hidden="true">
        <span>{'★'.repeat(full)}</span>
        <i>{'★'.repeat(highestRating - full)}</i>
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
