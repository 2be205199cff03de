import { describe, expect, it } from 'vitest';
import { buildSettings } from '#catalog/buildSettings.ts';
import { announcedPromotion, announcementIn } from '#catalog/site/announcements.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { promotionOn } from '#domain/pricing/promotions.ts';
import { connectedMethods } from '#server/services/product/connectedMethods.ts';

/** The announcement of an operator who offers these ways to pay. */
function announcementFor(
  methods: readonly string[],
  language: Language = 'en',
  day = '2026-11-29',
) {
  const fields = JSON.stringify({ paymentMethods: methods });
  const { sells } = buildSettings({ OPERATOR_JSON: fields }).operator;
  const promotion = announcedPromotion(day, sells);
  return promotion && announcementIn(language, promotion);
}

describe('promotions', () => {
  const offer = { page: 'pricing', factor: 10, percentOff: 38 } as const;
  const known = [
    { id: 'first', from: '2026-03-01', to: '2026-03-31', ...offer },
    { id: 'second', from: '2026-03-15', to: '2026-04-15', ...offer },
  ];

  it('are shown from their first day to their last', () => {
    const shown = (day: string) => promotionOn(day, known)?.id;
    expect(['2026-02-28', '2026-03-01', '2026-03-31'].map(shown)).toEqual([
      undefined,
      'first',
      'first',
    ]);
    expect([shown('2026-04-01'), shown('2026-04-16')]).toEqual(['second', undefined]);
  });

  it('are not announced while selling is off', () => {
    expect(announcementFor(connectedMethods({}))).toBeNull();
  });

  it('are announced once Stripe takes payments', () => {
    const stripe = { secretKey: 'sk', webhookSecrets: ['whsec'], apiUrl: undefined };
    expect(announcementFor(connectedMethods({ stripe }))).not.toBeNull();
  });

  it('announce 10x GPT-4o queries at 38% off, with a link to the prices', () => {
    for (const language of languages) {
      const announcement = announcementFor(['stripe'], language);
      for (const part of ['GPT-4o', '10', '38']) expect(announcement?.text).toContain(part);
      expect(announcement?.path).toBe(`/${language}/pricing`);
    }
  });

  it('explain what they mean: the price and the credits of a month, and the last day', () => {
    expect(announcementFor(['stripe'])).toEqual({
      text: '10x GPT-4o queries, Pro at 38% off until Dec\u00a031,\u00a02026. $28.99 a month for 13,500 credits.',
      to: '2026-12-31',
      path: '/en/pricing',
    });
    expect(announcementFor(['stripe'], 'zh')?.text).toMatch(/。每月 ¥207.00，13,500 积分。$/);
    expect(announcementFor(['stripe'], 'en', '2027-01-01')).toBeNull();
  });
});
