import { questionsLeft } from '#domain/credits/lowCredits.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
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

/** Shows for how many questions of this price a low balance is enough, with a link to the plans. */
export function LowCredits({ price }: { price: number }) {
  const { t, language } = useText();
  const account = useAccount();
  const dismissed = useStore($lowCreditsDismissed);
  const credit = account?.credit ?? 0;
  const left = questionsLeft(credit, price);
  const isEnough = account !== undefined && account.held === 0 && price > 0 && credit > 3 * price;
  useEffect(() => {
    if (isEnough) forgetDismissedLowCredits();
  }, [isEnough]);
  if (!account || left === undefined || dismissed === account.user_id) return null;
  return (
    <ComposerNote
      text={t('composer.low.says', { count: left, balance: t('chat.price', { count: credit }) })}
    >
      <a
        className="inline-flex items-center text-accent underline touch:min-h-11"
        href={pricingPath(language)}
      >
        {t('composer.low.more')}
      </a>
      <IconButton
        label={t('composer.low.dismiss')}
        icon={X}
        className="-my-1 -mr-2.5 ml-auto"
        onClick={() => dismissLowCredits(account.user_id)}
      />
    </ComposerNote>
  );
}
