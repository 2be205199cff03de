import { describe, expect, it } from 'vitest';
import { buildSettings } from '#catalog/buildSettings.ts';
import { promotionTexts } from '#catalog/promotionTexts.ts';
import { languages } from '#domain/languages.ts';
import { promotionOn } from '#domain/promotions.ts';
import { paymentMethods } from '#server/services/product/paymentMethods.ts';

/** The announcements of an operator who offers these ways to pay. */
function textsFor(methods: readonly string[]) {
  const told = JSON.stringify({ paymentMethods: methods });
  return promotionTexts(buildSettings({ OPERATOR_JSON: told }).shop);
}

describe('promotions', () => {
  const offer = { page: 'pricing', factor: 10, percentOff: 38 } as const;
  const known = [
    { id: 'first', from: '2026-03-01', to: '2026-03-31', ...offer },
    { id: 'second', from: '2026-03-15', to: '2026-04-15', ...offer },
  ];

  it('show themselves from their first day to their last', () => {
    const shown = (day: string) => promotionOn(day, known)?.id;
    expect(['2026-02-28', '2026-03-01', '2026-03-31'].map(shown)).toEqual([
      undefined,
      'first',
      'first',
    ]);
    expect([shown('2026-04-01'), shown('2026-04-16')]).toEqual(['second', undefined]);
  });

  it('are not announced while nothing can be bought', () => {
    expect(textsFor(paymentMethods({})).promotions).toEqual([]);
  });

  it('are announced once Stripe takes payments', () => {
    const stripe = { secretKey: 'sk', webhookSecrets: ['whsec'], apiUrl: undefined };
    expect(textsFor(paymentMethods({ stripe })).promotions.map(({ id }) => id)).toContain('pro38');
  });

  it('announce 10x GPT-4o queries at 38% off, with a link to the prices', () => {
    const promotion = textsFor(['stripe']).promotions.find(({ id }) => id === 'pro38');
    expect(promotion?.texts['en']).toMatch(/10x GPT-4o queries.*38% off/);
    expect(promotion?.paths['en']).toBe('/en/pricing');
    expect(Object.keys(promotion?.texts ?? {})).toEqual([...languages]);
  });
});
