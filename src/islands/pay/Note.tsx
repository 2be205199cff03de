import { homePath, pricingPath } from '#domain/urls.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import type { ReactNode } from 'react';

type Props = { title: string; tone?: string; text?: string; children?: ReactNode };

/** A heading, a sentence, and where to go from here. */
export function Note({ title, tone = '', text, children }: Props) {
  return (
    <div className="grid gap-4">
      <h1 className={`text-22 ${tone}`}>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

export function MissingOrder() {
  const { t } = useText();
  return (
    <Note title={t('pay.order.missing')} text={t('pay.order.missingText')}>
      <PricingLink />
      <HomeLink />
    </Note>
  );
}

/** A note about data that could not be loaded, with a button to try again. */
export function LoadFailed({ problem, retry }: { problem: Message; retry: () => void }) {
  const { t } = useText();
  return (
    <div className="grid gap-4">
      <Problem message={problem} />
      <button type="button" className="button" onClick={retry}>
        {t('pay.again')}
      </button>
      <HomeLink />
    </div>
  );
}

export function Problem({ message }: { message: Message | undefined }) {
  const { t } = useText();
  return (
    <p role="alert" className="text-14 text-negative empty:hidden">
      {message && t(message.key, message.values)}
    </p>
  );
}

export function PricingLink() {
  const { t, language } = useText();
  return (
    <a className="button" href={pricingPath(language)}>
      {t('pay.pricing')}
    </a>
  );
}

export function HomeLink() {
  const { t, language } = useText();
  return (
    <a className="button button-quiet" href={homePath(language)}>
      {t('pay.home')}
    </a>
  );
}
