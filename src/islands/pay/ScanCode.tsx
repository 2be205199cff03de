import type { Checkout, Order } from '#contract/orders.ts';
import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';
import { useEffect, useState } from 'react';

type Props = {
  order: Order;
  checkout: Extract<Checkout, { kind: 'scan' }>;
  onExpired: () => void;
};

/** The code to scan, with the time left. Black on white in the dark, too: not every camera reads it the other way round. */
export function ScanCode({ order, checkout, onExpired }: Props) {
  const { t, language } = useText();
  const { code_url: address, qr, expires } = checkout;
  const price = formatOf(language).money(order.amount, order.currency);
  const isTest = order.method === 'sandbox_scan';
  const left = useSecondsUntil(expires);
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
        {t('pay.order.left', { time: clock(left) })}
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

function useSecondsUntil(time: string): number {
  const [left, setLeft] = useState(() => secondsUntil(time));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(time)), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}

function secondsUntil(time: string): number {
  return Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1_000));
}

/** `119:05`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
