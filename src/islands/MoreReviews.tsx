import { Button } from '#islands/shared/Button.tsx';
import { MoreList } from '#islands/reviews/MoreList.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { $reviews, loadReviews } from '#stores/reviews/reviews.ts';
import { useStore } from '@nanostores/react';

type Props = {
  gpt: string;
  /** Ids of the reviews that the page came with. */
  shown: readonly string[];
  label: string;
  more: string;
};

/** The reviews that are not in the page's HTML. Each press of the button loads one page of them. */
export function MoreReviews({ gpt, shown, label, more }: Props) {
  const { items, nextPage, loading, problem } = useStore($reviews);
  const wasAsked = items.length > 0 || nextPage === undefined || problem !== undefined;
  return (
    <>
      {wasAsked && (
        <Hydrated>
          <MoreList />
        </Hydrated>
      )}
      {nextPage !== undefined && (
        <Button
          look="quiet"
          className="aria-busy:opacity-60"
          aria-busy={loading}
          onClick={() => void loadReviews(gpt, shown)}
        >
          {items.length > 0 ? more : label}
        </Button>
      )}
    </>
  );
}
