import { expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { creditPrice } from '#domain/pricing/creditPrice.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { creditPriceText } from '#i18n/creditPriceText.ts';

const day = '2026-11-29';

function packsAt(USD: number, more: Record<string, number> = {}): Offers {
  const from = '2024-01-01';
  return { ...offers, prices: [{ item: 'credit_500', from, amounts: { USD, ...more } }] };
}

it('states the price of a credit in the currency that the pricing page of a language shows first', () => {
  expect(Object.fromEntries(languages.map((each) => [each, creditPriceText(each, day)]))).toEqual({
    en: 'about 1 cent',
    de: 'etwa 1 Cent',
    fr: 'environ 1 cent',
    zh: '约 0.07\u00a0元',
    zh_TW: '約 1\u00a0美分',
    ja: '約1セント',
    ko: '약 1센트',
    vi: 'khoảng 1 xu Mỹ',
  });
  expect(creditPriceText('en', day, 'CNY')).toBe('about 0.07 yuan');
  expect(creditPriceText('en', day, 'JPY', packsAt(499, { JPY: 750 }))).toBe('about 1.5 JPY');
});

it('takes the pack with the lowest price, and two digits where one would be far from the price', () => {
  expect(creditPrice('USD', day)).toBe(1);
  expect(creditPrice('USD', day, packsAt(749))).toBe(1.5);
  expect(creditPrice('USD', day, packsAt(100))).toBe(0.2);
});

it('is undefined without a price in the currency or before its first day', () => {
  expect(creditPrice('KRW', day)).toBeUndefined();
  expect(creditPriceText('en', '2023-12-31')).toBeUndefined();
});
