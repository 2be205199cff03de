import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages.ts';
import { payByPath, payPartOf, payPath, retryPayPath } from '#domain/orderPaths.ts';
import { newOrderPath } from '#domain/urls.ts';

describe('paths of payment', () => {
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
