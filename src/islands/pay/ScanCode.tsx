import type { Checkout, Order } from '#contract/orders/orders.ts';
import { formatOf } from '#i18n/format.ts';
import { clockTime } from '#islands/shared/clockTime.ts';
import { useText } from '#islands/shared/text.tsx';
import { useNow } from '#islands/shared/useNow.ts';
import { useEffect } from 'react';

type Props = {
  order: Order;
  checkout: Extract<Checkout, { kind: 'scan' }>;
  onExpired: () => void;
};

/** The QR code to scan, with the time left. It is black on white in dark mode too, because some cameras need that. */
export function ScanCode({ order, checkout, onExpired }: Props) {
  const { t, language } = useText();
  const { code_url: address, qr, expires } = checkout;
  const price = formatOf(language).money(order.amount, order.currency);
  const isTest = order.method === 'sandbox_scan';
  const left = Math.max(0, Math.ceil((Date.parse(expires) - useNow()) / 1_000));
  useEffect(() => {
    if (left === 0) onExpired();
  }, [left, onExpired]);
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p className="text-18 font-semibold">
        {t(isTest ? 'pay.order.scanTest' : 'pay.order.scanWechat', { price })}
      </p>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="aspect-square w-full max-w-65 rounded-small border border-line"
        role="img"
        aria-label={t('pay.order.code')}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path fill="#000" d={qr.path} />
      </svg>
      <p className="text-14 text-soft" aria-live="off">
        {t('pay.order.left', { time: clockTime(left) })}
      </p>
      <output className="text-14 text-soft">{t('pay.order.waiting')}</output>
      {isTest && (
        <a className="underline" href={address} target="_blank" rel="noreferrer">
          {t('pay.order.testPage')}
        </a>
      )}
    </div>
  );
}
