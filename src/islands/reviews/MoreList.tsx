import { ReviewItem } from '#islands/reviews/ReviewItem.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $ownReviewId } from '#stores/reviews/ownReview.ts';
import { $reviews } from '#stores/reviews/reviews.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';

/** The reviews that were loaded after the page. The first new one takes the focus, so that reading continues there. */
export function MoreList() {
  const { t, language } = useText();
  const { items, added, nextPage, problem } = useStore($reviews);
  const ownId = useStore($ownReviewId);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const first = list.current?.children[items.length - added];
    if (added > 0 && first instanceof HTMLElement) first.focus();
  }, [items.length, added]);
  return (
    <>
      <ul ref={list} className="review-list">
        {items.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            language={language}
            t={t}
            hidden={review.id === ownId}
          />
        ))}
      </ul>
      <output className="sr-only">{added > 0 && t('reviews.list.loaded', { count: added })}</output>
      <Problem problem={problem} />
      {nextPage === undefined && <p className="text-14 text-faint">{t('reviews.list.complete')}</p>}
    </>
  );
}
