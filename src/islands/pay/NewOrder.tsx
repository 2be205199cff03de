import { policyPath } from '#domain/urls.ts';
import { Choice } from '#islands/pay/Choice.tsx';
import { DiscountField } from '#islands/pay/DiscountField.tsx';
import { MethodChoice } from '#islands/pay/MethodChoice.tsx';
import { HomeLink, LoadFailed, Note, PricingLink, Problem } from '#islands/pay/Note.tsx';
import { PriceLines } from '#islands/pay/PriceLines.tsx';
import { useShownAgain } from '#islands/pay/useShownAgain.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $newOrder,
  type Choosing,
  chooseCurrency,
  chooseMethod,
  openNewOrder,
  placeOrder,
  resumeNewOrder,
  setWaiver,
  waiverMissingKey,
} from '#stores/orders/ordersNew.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId } from 'react';

/** The chosen product, before there is an order. */
export function NewOrder() {
  const { t, language } = useText();
  const order = useStore($newOrder);
  const open = (): void => void openNewOrder(location.search, language);
  useEffect(open, [language]);
  useShownAgain(resumeNewOrder);
  switch (order.state) {
    case 'loading':
      return <Spinner label={t('pay.loading')} />;
    case 'failed':
      return <LoadFailed problem={order.problem} retry={open} />;
    case 'unknown':
      return (
        <Note title={t('pay.new.unknown')} text={t('pay.new.unknownText')}>
          <PricingLink />
          <HomeLink />
        </Note>
      );
    case 'choosing':
      return <OrderForm order={order} />;
  }
}

function OrderForm({ order }: { order: Choosing }) {
  const { t, language } = useText();
  const { offers, offer, method, sending, error } = order;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void placeOrder(language);
  };
  return (
    <form method="post" className="grid gap-6" onSubmit={submit} noValidate>
      <h1 className="text-22">{t('pay.new.heading')}</h1>
      <PriceLines offer={offer} method={method} />
      {offers.length > 1 && (
        <Choice
          legend={t('pay.new.currency')}
          name="currency"
          options={offers.map(({ currency }) => ({ value: currency, title: currency }))}
          chosen={offer.currency}
          choose={chooseCurrency}
          columns="two"
        />
      )}
      <DiscountField discount={order.discount} />
      <MethodChoice methods={offer.methods} chosen={method} choose={chooseMethod} />
      <Waiver order={order} />
      {error?.key !== waiverMissingKey && <Problem message={error} />}
      <button type="submit" className="button" disabled={sending}>
        {/* The law wants nothing but the words of ordering here: the price is above. */}
        {t(sending ? 'pay.new.paying' : 'pay.new.pay')}
      </button>
      <Policies />
    </form>
  );
}

/** The terms of the order. In tabs of their own, so that the choices stay. */
function Policies() {
  const { t, language } = useText();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-soft">
      <a
        className="underline"
        href={policyPath(language, 'terms')}
        target="_blank"
        rel="noreferrer"
      >
        {t('pay.new.terms')}
      </a>
      <a
        className="underline"
        href={policyPath(language, 'refunds')}
        target="_blank"
        rel="noreferrer"
      >
        {t('pay.new.refunds')}
      </a>
    </p>
  );
}

/** Credits are given at once: by law that needs the buyer's word. */
function Waiver({ order: { waives, error } }: { order: Choosing }) {
  const { t } = useText();
  const id = useId();
  const isMissing = error?.key === waiverMissingKey;
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-start gap-3 text-14 text-soft">
        <input
          type="checkbox"
          className="mt-0.5 size-4 flex-none accent-accent"
          checked={waives}
          required
          aria-invalid={isMissing}
          aria-describedby={id}
          onChange={(event) => setWaiver(event.target.checked)}
        />
        <span>{t('pay.new.waiver')}</span>
      </label>
      <p id={id} role="alert" className="text-14 text-negative empty:hidden">
        {isMissing && t('pay.new.waiverMissing')}
      </p>
    </div>
  );
}
