import { Button } from '#islands/shared/Button.tsx';
import { OwnReviewBox } from '#islands/reviews/OwnReviewBox.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { pageGpt } from '#stores/gpts/pageGpt.ts';
import { $ownReview, openOwnReview } from '#stores/reviews/ownReview.ts';
import { useStore } from '@nanostores/react';

type Props = { label: string; loading: string };

/** A button that opens the user's own review of the page's GPT, and then the review. */
export function OwnReview({ label, loading }: Props) {
  const { state } = useStore($ownReview);
  if (state === 'closed') {
    return (
      <Button look="quiet" onClick={openOfPage}>
        {label}
      </Button>
    );
  }
  return (
    <Hydrated label={loading}>
      <OwnReviewBox />
    </Hydrated>
  );
}

function openOfPage(): void {
  const gpt = pageGpt();
  if (gpt !== undefined) void openOwnReview(gpt);
}
