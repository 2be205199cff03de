import { ReviewContent } from '#islands/reviews/ReviewItem.tsx';
import { focusWhenLost } from '#islands/reviews/focusWhenLost.ts';
import { useText } from '#islands/shared/text.tsx';
import { type OwnReviewState, deleteOwnReview, editOwnReview } from '#stores/reviews/ownReview.ts';
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
      <output className="text-14 text-soft empty:hidden">
        {activity === 'saving' && t('reviews.own.saving')}
        {activity === 'nothing' && isFresh && !review.is_hidden && t('reviews.own.later')}
      </output>
      <p role="alert" className="text-14 text-negative empty:hidden">
        {error && t(error.key, error.values)}
      </p>
      <Actions isBusy={activity !== 'nothing'} />
    </div>
  );
}

/** Deleting asks once more. */
function Actions({ isBusy }: { isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <DeleteQuestion onKeep={() => setAsking(false)} />;
  return <Buttons isBusy={isBusy} onDelete={() => setAsking(true)} />;
}

/** While it is being saved they keep their place and the focus, and do nothing. */
function Buttons({ isBusy, onDelete }: { isBusy: boolean; onDelete: () => void }) {
  const { t } = useText();
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => focusWhenLost(edit.current), []);
  return (
    <div className="flex flex-wrap gap-2">
      <button
        ref={edit}
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy}
        onClick={editOwnReview}
      >
        {t('reviews.own.edit')}
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy}
        onClick={() => !isBusy && onDelete()}
      >
        {t('reviews.own.delete')}
      </button>
    </div>
  );
}

function DeleteQuestion({ onKeep }: { onKeep: () => void }) {
  const { t } = useText();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <fieldset>
      <legend className="mb-2">{t('reviews.own.confirm')}</legend>
      <div className="flex flex-wrap gap-2">
        <button ref={keep} type="button" className="button button-quiet" onClick={onKeep}>
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
    </fieldset>
  );
}
