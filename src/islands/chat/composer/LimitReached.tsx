import { BlockedNotice } from '#islands/chat/controls/BlockedNotice.tsx';
import { HelpLink } from '#islands/chat/controls/HelpLink.tsx';
import { MoreCredits } from '#islands/chat/controls/MoreCredits.tsx';
import { OtherModelLink } from '#islands/chat/models/OtherModelLink.tsx';
import { useDraftQuestion } from '#islands/chat/composer/useQuestionLimit.ts';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { StartNote } from '#islands/shared/StartNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { awaitCredits } from '#stores/account/accountWatch.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { priceQuestion } from '#stores/chat/questionPrice.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * Shown when the balance is too low for the next question: a cheaper model, plans and packs, a gift code. It disappears
 * when the balance has grown, also by a purchase in another tab.
 */
export function LimitReached({ subject, price }: { subject: Subject; price: number }) {
  const { t } = useText();
  useEffect(awaitCredits, []);
  const credit = useAccount()?.credit ?? 0;
  const question = useDraftQuestion();
  const settings = useStore($chatSettings);
  const cheaper = useAlternative(subject, { credits: credit, question });
  return (
    <BlockedNotice
      title={t('chat.limit.title')}
      text={t('chat.limit.explanation', {
        price: t('chat.price', { count: price }),
        balance: t('chat.price', { count: credit }),
      })}
      note={<StartNote className="mt-1 text-14 text-soft" />}
    >
      {cheaper && (
        <OtherModelLink
          model={cheaper}
          price={priceQuestion(question, { model: cheaper }, settings).price}
        />
      )}
      <MoreCredits />
      <p className="text-14">
        <HelpLink page="what-credits-buy" text={t('composer.low.rules')} />
      </p>
    </BlockedNotice>
  );
}
