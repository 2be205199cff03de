import { homePath } from '#domain/gpts/gptPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import type { ReactNode } from 'react';

type Props = { title: string; tone?: string; text?: string; children?: ReactNode };

/** A page with a heading, a sentence and links. */
export function OrderNote({ title, tone = '', text, children }: Props) {
  return (
    <div className="grid gap-4">
      <h1 className={`text-22 ${tone}`}>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Shown when the order does not exist or belongs to another user. */
export function MissingOrder() {
  const { t } = useText();
  return (
    <OrderNote title={t('pay.order.missing')} text={t('pay.order.missingText')}>
      <PricingLink />
      <HomeLink />
    </OrderNote>
  );
}

/** Shows that data could not be loaded, with a button that tries again. */
export function RetryNote({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  const { t } = useText();
  return (
    <div className="grid gap-4">
      <Problem problem={problem} />
      <Button onClick={onRetry}>{t('pay.again')}</Button>
      <HomeLink />
    </div>
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
