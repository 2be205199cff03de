import { MoreList } from '#islands/reviews/MoreList.tsx';
import { Awake } from '#islands/shared/Awake.tsx';
import { $reviews, loadReviews } from '#stores/reviews/reviews.ts';
import { useStore } from '@nanostores/react';

type Props = {
  gpt: string;
  /** Ids of the reviews that the page came with. */
  shown: readonly string[];
  label: string;
  more: string;
};

/** The reviews that are not in the page’s HTML, a page of the API at a time. */
export function MoreReviews({ gpt, shown, label, more }: Props) {
  const { items, nextPage, loading, problem } = useStore($reviews);
  const isTouched = items.length > 0 || nextPage === undefined || problem !== undefined;
  return (
    <>
      {isTouched && (
        <Awake>
          <MoreList />
        </Awake>
      )}
      {nextPage !== undefined && (
        <button
          type="button"
          className="button button-quiet aria-busy:opacity-60"
          aria-busy={loading}
          onClick={() => void loadReviews(gpt, shown)}
        >
          {items.length > 0 ? more : label}
        </button>
      )}
    </>
  );
}
