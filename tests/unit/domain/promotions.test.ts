import { afterEach, describe, expect, it } from 'vitest';
import { promotionTexts } from '#catalog/promotionTexts.ts';
import { languages } from '#domain/languages.ts';
import { promotionOn } from '#domain/promotions.ts';
import { paymentMethods } from '#server/services/product/paymentMethods.ts';

describe('promotions', () => {
  afterEach(() => {
    delete process.env['OPERATOR_JSON'];
  });

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
    process.env['OPERATOR_JSON'] = JSON.stringify({ paymentMethods: paymentMethods({}) });
    expect(promotionTexts().promotions).toEqual([]);
  });

  it('are announced once Stripe takes payments', () => {
    const stripe = { secretKey: 'sk', webhookSecrets: ['whsec'], apiUrl: undefined };
    process.env['OPERATOR_JSON'] = JSON.stringify({ paymentMethods: paymentMethods({ stripe }) });
    expect(promotionTexts().promotions.map(({ id }) => id)).toContain('pro38');
  });

  it('announce 10x GPT-4o queries at 38% off, with a link to the prices', () => {
    process.env['OPERATOR_JSON'] = '{"paymentMethods":["stripe"]}';
    const promotion = promotionTexts().promotions.find(({ id }) => id === 'pro38');
    expect(promotion?.texts['en']).toMatch(/10x GPT-4o queries.*38% off/);
    expect(promotion?.paths['en']).toBe('/en/pricing');
    expect(Object.keys(promotion?.texts ?? {})).toEqual([...languages]);
  });
});
