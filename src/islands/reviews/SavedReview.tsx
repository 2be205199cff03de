import { ReviewContent } from '#islands/reviews/ReviewItem.tsx';
import { focusWhenLost } from '#islands/reviews/focusWhenLost.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type OwnReviewState, deleteOwnReview, editOwnReview } from '#stores/reviews/ownReview.ts';
import { useEffect, useRef, useState } from 'react';

type Props = Omit<Extract<OwnReviewState, { state: 'saved' }>, 'state' | 'gptId'>;

/** The user's own review as others will read it, with its actions. */
export function SavedReview({ review, activity, error, isFresh }: Props) {
  const { t, language } = useText();
  return (
    <div className="grid gap-3">
      <div className="review">
        <ReviewContent review={review} language={language} t={t} />
      </div>
      {review.is_hidden && <p className="text-14 text-warning">{t('reviews.own.hidden')}</p>}
      <output className="text-14 text-soft empty:hidden">
        {activity === 'saving' && <span>{t('reviews.own.saving')}</span>}
        {activity === 'nothing' && isFresh && !review.is_hidden && (
          <span>{t('reviews.own.later')}</span>
        )}
      </output>
      <Problem problem={error} />
      <Actions isBusy={activity !== 'nothing'} />
    </div>
  );
}

/** Edit and Delete. Delete asks for confirmation. */
function Actions({ isBusy }: { isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <DeleteQuestion onKeep={() => setAsking(false)} />;
  return <Buttons isBusy={isBusy} onDelete={() => setAsking(true)} />;
}

/** While the review is being saved, the buttons do nothing but keep the focus. */
function Buttons({ isBusy, onDelete }: { isBusy: boolean; onDelete: () => void }) {
  const { t } = useText();
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => focusWhenLost(edit.current), []);
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={edit} look="quiet" aria-disabled={isBusy} onClick={editOwnReview}>
        {t('reviews.own.edit')}
      </Button>
      <Button look="quiet" aria-disabled={isBusy} onClick={() => !isBusy && onDelete()}>
        {t('reviews.own.delete')}
      </Button>
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
        <Button ref={keep} look="quiet" onClick={onKeep}>
          {t('reviews.own.keep')}
        </Button>
        <Button look="quiet" className="text-negative" onClick={() => void deleteOwnReview()}>
          {t('reviews.own.delete')}
        </Button>
      </div>
    </fieldset>
  );
}
