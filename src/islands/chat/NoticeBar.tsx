import { pricingPath } from '#domain/urls.ts';
import { useQuestionLimit } from '#islands/chat/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useAlternative } from '#islands/chat/useAlternative.ts';
import { useText } from '#islands/shared/text.tsx';
import { openRedeem } from '#stores/redeem.ts';
import { $account } from '#stores/user.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

/** Above the message box: why a question cannot be asked now, and what one can do instead. */
export function NoticeBar({ subject }: { subject: Subject }) {
  const { t } = useText();
  const limit = useQuestionLimit(subject);
  const model = 'model' in subject ? subject.model : undefined;
  if (model && !model.available) return <Unavailable subject={subject} />;
  if (limit.unpaid) return <LimitReached subject={subject} />;
  if (model?.sandbox) return <p className="pb-2 text-14 text-faint">{t('chat.sandbox')}</p>;
  return null;
}

function LimitReached({ subject }: { subject: Subject }) {
  const { t, language } = useText();
  const credit = useStore($account)?.credit ?? 0;
  const price = 'price' in subject ? (subject.price ?? 0) : 0;
  const cheaper = useAlternative(subject, credit);
  return (
    <Notice
      title={t('chat.limit.title')}
      says={t('chat.limit.explanation', {
        price: t('chat.price', { count: price }),
        balance: t('chat.price', { count: credit }),
      })}
    >
      {cheaper && (
        <a className="button button-quiet" href={cheaper.href}>
          {t('chat.limit.cheaper', {
            name: cheaper.name,
            price: t('chat.price', { count: cheaper.price }),
          })}
        </a>
      )}
      <a className="button button-quiet" href={pricingPath(language)}>
        {t('chat.limit.pricing')}
      </a>
      <button type="button" className="button button-quiet" onClick={openRedeem}>
        {t('chat.limit.gift')}
      </button>
    </Notice>
  );
}

function Unavailable({ subject }: { subject: Subject }) {
  const { t } = useText();
  const other = useAlternative(subject, Number.POSITIVE_INFINITY);
  const name = 'model' in subject ? (subject.model?.title ?? '') : '';
  return (
    <Notice title={t('chat.unavailable.title', { name })} says={t('chat.unavailable.explanation')}>
      {other && (
        <a className="button button-quiet" href={other.href}>
          {t('chat.unavailable.other', { name: other.name })}
        </a>
      )}
    </Notice>
  );
}

function Notice({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <section className="mb-3 rounded-large border border-line bg-sunken p-4">
      <h2 className="text-16">{title}</h2>
      <output className="mt-1 block text-14 text-soft">{says}</output>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
