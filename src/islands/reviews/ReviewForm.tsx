import { reviewMaxCharacters } from '#domain/reviews.ts';
import { StarField } from '#islands/reviews/StarField.tsx';
import { TextField } from '#islands/reviews/TextField.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  type OwnReviewState,
  cancelReviewForm,
  changeReviewForm,
  saveOwnReview,
} from '#stores/reviews/ownReview.ts';
import { useEffect, useId, useRef } from 'react';

type Props = Pick<Extract<OwnReviewState, { state: 'writing' }>, 'form' | 'saved'>;

/** Writing a review. Problems are shown below the fields, which keep their text. */
export function ReviewForm({ form, saved }: Props) {
  const { t } = useText();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { rating, text, error } = form;
  useEffect(() => {
    const inputs = element.current?.querySelectorAll<HTMLInputElement>('input');
    const chosen = [...(inputs ?? [])].find((input) => input.checked);
    (chosen ?? inputs?.[0])?.focus();
  }, []);
  return (
    <form
      method="post"
      ref={element}
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
      <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
        {error && t(error.key, error.values)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <button className="button">{t('reviews.own.save')}</button>
        {saved && (
          <button type="button" className="button button-quiet" onClick={cancelReviewForm}>
            {t('reviews.own.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
