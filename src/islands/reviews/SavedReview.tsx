import { ReviewContent } from '#islands/reviews/ReviewItem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type OwnReviewState, deleteOwnReview, editOwnReview } from '#stores/ownReview.ts';
import { useEffect, useRef, useState } from 'react';

type Props = Omit<Extract<OwnReviewState, { state: 'saved' }>, 'state' | 'gptId'>;

/** One’s own review as others will read it, with what can be done about it. */
export function SavedReview({ review, activity, error, isFresh }: Props) {
  const { t, language } = useText();
  return (
    <div className="grid gap-3">
      <div className="review">
        <ReviewContent review={review} language={language} t={t} />
      </div>
      {review.is_hidden && <p className="text-14 text-warning">{t('reviews.own.hidden')}</p>}
      <p role="status" className="text-14 text-soft empty:hidden">
        {activity === 'saving' && t('reviews.own.saving')}
        {activity === 'nothing' && isFresh && !review.is_hidden && t('reviews.own.later')}
      </p>
      <p role="alert" className="text-14 text-negative empty:hidden">
        {error && t(error.key, error.values)}
      </p>
      <Actions disabled={activity !== 'nothing'} />
    </div>
  );
}

/** Deleting asks once more. */
function Actions({ disabled }: { disabled: boolean }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: its neighbour takes the focus over.
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body) first.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <button
          ref={first}
          type="button"
          className="button button-quiet"
          disabled={disabled}
          onClick={editOwnReview}
        >
          {t('reviews.own.edit')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={disabled}
          onClick={() => setAsking(true)}
        >
          {t('reviews.own.delete')}
        </button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-labelledby="review-delete">
      <span id="review-delete">{t('reviews.own.confirm')}</span>
      <button
        ref={first}
        type="button"
        className="button button-quiet"
        onClick={() => setAsking(false)}
      >
        {t('reviews.own.keep')}
      </button>
      <button
        type="button"
        className="button button-quiet text-negative"
        onClick={() => void deleteOwnReview()}
      >
        {t('reviews.own.delete')}
      </button>
    </div>
  );
}
