import { policyPath } from '#domain/site/sitePaths.ts';
import { formatOf } from '#i18n/format.ts';
import { DiscountField } from '#islands/pay/DiscountField.tsx';
import { MethodChoice } from '#islands/pay/MethodChoice.tsx';
import { HomeLink, OrderNote, PricingLink, RetryNote } from '#islands/pay/OrderNote.tsx';
import { PlaceNote } from '#islands/pay/PlaceNote.tsx';
import { PriceLines } from '#islands/pay/PriceLines.tsx';
import { RadioGroup } from '#islands/pay/RadioGroup.tsx';
import { Waiver } from '#islands/pay/Waiver.tsx';
import { usePageRestore } from '#islands/pay/usePageRestore.ts';
import { Problem } from '#islands/shared/Problem.tsx';
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

/** The page of a chosen product, before an order exists. */
export function NewOrder() {
  const { t, language } = useText();
  const order = useStore($newOrder);
  const open = (): void => void openNewOrder(location.search, language);
  useEffect(open, [language]);
  usePageRestore(resumeNewOrder);
  switch (order.state) {
    case 'loading':
      return <Spinner label={t('pay.loading')} />;
    case 'failed':
      return <RetryNote problem={order.problem} onRetry={open} />;
    case 'unknown':
      return (
        <OrderNote title={t('pay.new.unknown')} text={t('pay.new.unknownText')}>
          <PricingLink />
          <HomeLink />
        </OrderNote>
      );
    case 'waits':
      return <LaterNote until={order.until} />;
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
      <Place order={order} />
      {offers.length > 1 && (
        <RadioGroup
          legend={t('pay.new.currency')}
          name="currency"
          options={offers.map(({ currency }) => ({ value: currency, title: currency }))}
          chosen={offer.currency}
          onChoose={chooseCurrency}
          columns="two"
        />
      )}
      <DiscountField discount={order.discount} />
      <MethodChoice methods={offer.methods} chosen={method} onChoose={chooseMethod} />
      {offer.needs_waiver && <RequiredWaiver order={order} />}
      {error?.key !== waiverMissingKey && <Problem problem={error} />}
      <button type="submit" className="button" disabled={sending}>
        {/* By law this button has only the words for ordering. The price is above. */}
        <span>{t(sending ? 'pay.new.paying' : 'pay.new.pay')}</span>
      </button>
      <Policies />
    </form>
  );
}

function Place({ order: { preview, offer, method } }: { order: Choosing }) {
  const renews = offer.renewing.includes(method);
  const place = renews ? preview?.renewing : preview?.once;
  return place ? <PlaceNote place={place} renews={renews} /> : null;
}

/** Shown when the plan renews by every method, while a larger plan is paid. */
function LaterNote({ until }: { until: string }) {
  const { t, language } = useText();
  const date = formatOf(language).day(until.slice(0, 10));
  return (
    <OrderNote title={t('pay.place.waits')} text={t('pay.place.waitsText', { date })}>
      <PricingLink />
      <HomeLink />
    </OrderNote>
  );
}

/** Links to the terms of the order. They open new tabs, so that the choices in the form stay. */
function Policies() {
  const { t, language } = useText();
  const link = (name: 'terms' | 'refunds', text: string) => (
    <a className="underline" href={policyPath(language, name)} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-soft">
      {link('terms', t('pay.new.terms'))}
      {link('refunds', t('pay.new.refunds'))}
    </p>
  );
}

function RequiredWaiver({ order: { waives, error } }: { order: Choosing }) {
  const { t } = useText();
  const id = useId();
  const isMissing = error?.key === waiverMissingKey;
  return (
    <div className="grid gap-1">
      <Waiver
        isChecked={waives}
        onChange={setWaiver}
        aria-invalid={isMissing}
        aria-describedby={id}
      />
      <p id={id} role="alert" className="text-14 text-negative empty:hidden">
        {isMissing && t('pay.new.waiverMissing')}
      </p>
    </div>
  );
}
