import { reviewMaxCharacters } from '#domain/reviews/reviews.ts';
import { StarField } from '#islands/reviews/StarField.tsx';
import { TextField } from '#islands/reviews/TextField.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  type OwnReviewState,
  cancelReviewForm,
  changeReviewForm,
  saveOwnReview,
} from '#stores/reviews/ownReview.ts';
import { useEffect, useId, useRef } from 'react';

type Props = Pick<Extract<OwnReviewState, { state: 'writing' }>, 'form' | 'saved'>;

/** The form for the user's own review. Problems are shown below the fields, which keep their text. */
export function ReviewForm({ form, saved }: Props) {
  const { t } = useText();
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const { rating, text, error } = form;
  useEffect(() => {
    const inputs = root.current?.querySelectorAll<HTMLInputElement>('input');
    const chosen = [...(inputs ?? [])].find((input) => input.checked);
    (chosen ?? inputs?.[0])?.focus();
  }, []);
  return (
    <form
      method="post"
      ref={root}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saveOwnReview();
      }}
    >
      <StarField
        rating={rating}
        describedBy={`${id}-error`}
        onChoose={(chosen) => changeReviewForm({ rating: chosen })}
      />
      <TextField
        label={t('reviews.own.text')}
        hint={t('reviews.own.public')}
        text={text}
        most={reviewMaxCharacters}
        rows={5}
        describedBy={`${id}-error`}
        onEdit={(typed) => changeReviewForm({ text: typed })}
      />
      <Problem id={`${id}-error`} problem={error} />
      <div className="flex flex-wrap items-center gap-2">
        <button className="button">{t('reviews.own.save')}</button>
        {saved && (
          <Button look="quiet" onClick={cancelReviewForm}>
            {t('reviews.own.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
