import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import {
  newOrderPath,
  ordersPartOf,
  ordersPath,
  payByPath,
  payPartOf,
  payPath,
  receiptPath,
  retryPayPath,
} from '#domain/orders/orderPaths.ts';

describe('paths of payment', () => {
  it('name product and currency of a new order', () => {
    expect(newOrderPath('zh', 'pro_year', 'CNY')).toBe('/zh/pay/new?product=pro_year&currency=CNY');
  });

  it.each(languages)('lead to their part in %s', (language) => {
    const partAt = (path: string) => payPartOf(new URL(path, 'http://localhost').pathname);
    expect(partAt(newOrderPath(language, 'pro_month', 'CNY'))).toEqual({ kind: 'new' });
    expect(partAt(payPath(language, 'a'))).toEqual({ kind: 'pay', order: 'a' });
    expect(partAt(payByPath(language, 'a', 'wechat'))).toEqual({ kind: 'pay', order: 'a' });
    expect(partAt(retryPayPath(language, 'a'))).toEqual({ kind: 'pay', order: 'a' });
    expect(partAt(payPath(language, 'a', 'success'))).toEqual({ kind: 'success', order: 'a' });
    expect(partAt(payPath(language, 'a', 'failed'))).toEqual({ kind: 'failed', order: 'a' });
  });

  it.each([
    '/en/pay',
    '/en/pay/new/success',
    '/en/pay/a/other',
    '/en/pay/a/success/b',
    '/en/chat/a',
  ])('do not include %s', (path) => expect(payPartOf(path)).toBeUndefined());
});

describe('paths of orders', () => {
  it.each(languages)('lead to their part in %s', (language) => {
    expect(ordersPartOf(ordersPath(language))).toEqual({ kind: 'list' });
    expect(ordersPartOf(receiptPath(language, 'a'))).toEqual({ kind: 'receipt', order: 'a' });
  });

  it.each(['/en/orders/a', '/en/orders/a/receipt/b', '/en/pay/a/receipt', '/orders/a/b'])(
    'do not include %s',
    (path) => expect(ordersPartOf(path)).toBeUndefined(),
  );
});
