import { chatPath } from '#domain/chat/chatPaths.ts';
import { ReviewForm } from '#islands/reviews/ReviewForm.tsx';
import { SavedReview } from '#islands/reviews/SavedReview.tsx';
import { focusWhenLost } from '#islands/reviews/focusWhenLost.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $ownReview,
  type OwnReviewState,
  editOwnReview,
  openOwnReview,
  $ownReviewId,
} from '#stores/reviews/ownReview.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';

/** The user's own review with its actions, or the reason why the user cannot write one. */
export function OwnReviewBox() {
  const own = useStore($ownReview);
  useHiddenParts();
  return <Box key={own.state} own={own} />;
}

type Props = { own: OwnReviewState };

/** The box takes the focus if the pressed button is gone. */
function Box({ own }: Props) {
  const { t } = useText();
  const box = useRef<HTMLElement>(null);
  useEffect(() => focusWhenLost(box.current), []);
  return (
    <section ref={box} className="own-review" tabIndex={-1} aria-labelledby="own-review-title">
      <h3 id="own-review-title">{t('reviews.own.title')}</h3>
      <Content own={own} />
    </section>
  );
}

function Content({ own }: Props) {
  const { t, language } = useText();
  switch (own.state) {
    case 'closed':
      return null;
    case 'loading':
      return <Spinner label={t('account.loading')} />;
    case 'visitor':
      return (
        <Notice text={t('reviews.own.signIn')}>
          <Button look="quiet" onClick={() => void openOwnReview(own.gptId)}>
            {t('account.signIn')}
          </Button>
        </Notice>
      );
    case 'notUsed':
      return (
        <Notice text={t('errors.not_used')}>
          <a className="button" href={chatPath(language, { group: 'g', gpt: own.gptId })}>
            {t('reviews.own.toChat')}
          </a>
        </Notice>
      );
    case 'failed':
      return (
        <Notice text={t(own.problem.key, own.problem.values)}>
          <Button look="quiet" onClick={() => void openOwnReview(own.gptId)}>
            {t('account.tryAgain')}
          </Button>
        </Notice>
      );
    case 'deleted':
      return (
        <Notice text={t('reviews.own.deleted')}>
          <Button look="quiet" onClick={editOwnReview}>
            {t('reviews.own.again')}
          </Button>
        </Notice>
      );
    case 'writing':
      return <ReviewForm form={own.form} saved={own.saved} />;
    case 'saved':
      return <SavedReview {...own} />;
  }
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <output>{text}</output>
      {children}
    </div>
  );
}

/**
 * Hides the parts of the page's HTML that the user's own review replaces: its older version in the list, and the
 * sentence that there are no reviews.
 */
function useHiddenParts(): void {
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
