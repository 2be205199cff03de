import { pricingPath } from '#domain/urls.ts';
import { AskOther } from '#islands/chat/composer/AskOther.tsx';
import { Notice } from '#islands/chat/composer/Notice.tsx';
import { useAlternative } from '#islands/chat/models/useAlternative.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { awaitCredits } from '#stores/account/accountWatch.ts';
import { openRedeem } from '#stores/account/redeem.ts';
import { useEffect } from 'react';

/** The balance does not reach for the next question: cheaper models, plans and packs, a gift code. It goes when credits come, from wherever. */
export function LimitReached({ subject }: { subject: Subject }) {
  const { t, language } = useText();
  useEffect(awaitCredits, []);
  const credit = useAccount()?.credit ?? 0;
  const price = 'price' in subject ? (subject.price ?? 0) : 0;
  const cheaper = useAlternative(subject, { credits: credit });
  return (
    <Notice
      title={t('chat.limit.title')}
      says={t('chat.limit.explanation', {
        price: t('chat.price', { count: price }),
        balance: t('chat.price', { count: credit }),
      })}
    >
      {cheaper && <AskOther model={cheaper} />}
      <a className="button button-quiet text-14" href={pricingPath(language)}>
        {t('chat.limit.pricing')}
      </a>
      <button type="button" className="button button-quiet text-14" onClick={openRedeem}>
        {t('chat.limit.gift')}
      </button>
    </Notice>
  );
}
