import { $ownReview, $ownReviewId } from '#stores/reviews/ownReview.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * Hides the parts of the page's HTML that the user's own review replaces: its older version in the list, and the
 * sentence that there are no reviews.
 */
export function useHiddenParts(): void {
  const id = useStore($ownReviewId);
  const isSaved = useStore($ownReview).state === 'saved';
  useEffect(() => hide(id ? `review-${id}` : undefined), [id]);
  useEffect(() => hide(isSaved ? 'reviews-none' : undefined), [isSaved]);
}

function hide(id: string | undefined): (() => void) | undefined {
  const element = id === undefined ? null : document.getElementById(id);
  if (!element) return undefined;
  element.hidden = true;
  return () => {
    element.hidden = false;
  };
}
