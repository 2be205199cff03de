import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { PaidOrder } from '#islands/pay/PaidOrder.tsx';
import { TextProvider } from '#islands/shared/text.tsx';
import english from '#i18n/en/pay.json' with { type: 'json' };
import chinese from '#i18n/zh/pay.json' with { type: 'json' };

it.each([
  ['en', english, 'a month. It is paid until'],
  ['zh', chinese, '积分。已付至'],
] as const)(
  'separates the sentences about a paid plan as is usual in %s',
  (language, pay, text) => {
    const { month, ends } = pay.success;
    const period = { starts: '2026-11-30T12:00:00.000Z', ends: '2026-12-30T12:00:00.000Z' };
    const order = { id: 'id', product: 'pro_month', credits: 13_500, state: 'fulfilled', period };
    const html = renderToStaticMarkup(
      <TextProvider
        language={language}
        messages={{ 'pay.success.month': month, 'pay.success.ends': ends }}
      >
        <PaidOrder order={{ ...order, method: null, renewing: [] as string[] } as Order} />
      </TextProvider>,
    );
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(text);
  },
);
