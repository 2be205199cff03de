import { OwnReviewBox } from '#islands/reviews/OwnReviewBox.tsx';
import { Awake } from '#islands/shared/Awake.tsx';
import { $ownReview, openOwnReview } from '#stores/reviews/ownReview.ts';
import { useStore } from '@nanostores/react';

/** Rating the GPT of the page; a button until it is pressed. */
export function OwnReview({
  gpt,
  label,
  loading,
}: {
  gpt: string;
  label: string;
  loading: string;
}) {
  const { state } = useStore($ownReview);
  if (state === 'closed') {
    return (
      <button type="button" className="button button-quiet" onClick={() => void openOwnReview(gpt)}>
        {label}
      </button>
    );
  }
  return (
    <Awake label={loading}>
      <OwnReviewBox />
    </Awake>
  );
}
