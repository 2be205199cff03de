import type { Language } from '#domain/languages/languages.ts';
import { isLongReview } from '#domain/reviews/reviews.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';
import { Stars } from '#islands/reviews/Stars.tsx';
import type { Review } from '#stores/reviews/reviews.ts';

type Props = { review: Review; language: Language; t: TranslateInBrowser };

type ItemProps = Props & { hidden?: boolean };

/** A review in the list. The build renders it into the page without hydration; the browser renders further ones. */
export function ReviewItem({ review, language, t, hidden }: ItemProps) {
  const { id, name } = review;
  return (
    <li className="review" id={`review-${id}`} tabIndex={-1} hidden={hidden}>
      <ReviewContent review={review} language={language} t={t} />
      <button
        type="button"
        className="review-report needs-script"
        aria-label={t('reviews.item.reportOf', { name })}
        data-subject={`review:${id}`}
        {...opensReport}
      >
        {t('reviews.item.report')}
      </button>
    </li>
  );
}

/** Stars, name, day and text of a review. */
export function ReviewContent({ review, language, t }: Props) {
  const { name, rating, text, created, updated } = review;
  const { day } = formatOf(language);
  const isEdited = dayOf(created) !== dayOf(updated);
  return (
    <>
      <p className="review-head">
        <Stars rating={rating} label={t('reviews.item.stars', { rating })} />
        <bdi>{name}</bdi>
        <time dateTime={dayOf(created)}>{day(dayOf(created))}</time>
        {isEdited && <span>{t('reviews.item.edited', { day: day(dayOf(updated)) })}</span>}
      </p>
      {text !== null && (
        <p className="review-text" dir="auto">
          {text}
        </p>
      )}
      {text !== null && isLongReview(text) && (
        <details className="review-fold">
          <summary>{t('reviews.item.more')}</summary>
        </details>
      )}
    </>
  );
}

/** Attributes of a button that opens the page's report dialog without React (`elements/openers.ts`). */
const opensReport = { commandfor: 'report-dialog', command: 'show-modal' };

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
