import { questionsLeft } from '#domain/lowCredits.ts';
import { pricingPath } from '#domain/urls.ts';
import { Note } from '#islands/chat/composer/Note.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import {
  $lowCreditsDismissed,
  dismissLowCredits,
  forgetDismissedLowCredits,
} from '#stores/account/lowCredits.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';

/** Once the balance pays for few more questions: for how many, and where there are more credits. */
export function LowCredits({ subject }: { subject: Subject }) {
  const { t, language } = useText();
  const account = useAccount();
  const dismissed = useStore($lowCreditsDismissed);
  const price = 'price' in subject ? (subject.price ?? 0) : 0;
  const credit = account?.credit ?? 0;
  const left = questionsLeft(credit, price);
  const isEnough = account !== undefined && account.held === 0 && price > 0 && credit > 3 * price;
  useEffect(() => {
    if (isEnough) forgetDismissedLowCredits();
  }, [isEnough]);
  if (!account || left === undefined || dismissed === account.user_id) return null;
  return (
    <Note
      says={t('composer.low.says', { count: left, balance: t('chat.price', { count: credit }) })}
    >
      <a className="text-accent underline" href={pricingPath(language)}>
        {t('composer.low.more')}
      </a>
      <button
        type="button"
        className="icon-button -my-1"
        aria-label={t('composer.low.dismiss')}
        onClick={() => dismissLowCredits(account.user_id)}
      >
        <X aria-hidden="true" size={18} />
      </button>
    </Note>
  );
}
