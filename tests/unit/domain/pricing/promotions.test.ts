import { describe, expect, it } from 'vitest';
import { buildSettings } from '#catalog/buildSettings.ts';
import { announcementsIn } from '#catalog/site/announcements.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { promotionOn } from '#domain/pricing/promotions.ts';
import { connectedMethods } from '#server/services/product/connectedMethods.ts';

/** The announcements of an operator who offers these ways to pay. */
function announcementsFor(methods: readonly string[], language: Language = 'en') {
  const fields = JSON.stringify({ paymentMethods: methods });
  return announcementsIn(language, buildSettings({ OPERATOR_JSON: fields }).operator);
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
    expect(announcementsFor(connectedMethods({}))).toEqual([]);
  });

  it('are announced once Stripe takes payments', () => {
    const stripe = { secretKey: 'sk', webhookSecrets: ['whsec'], apiUrl: undefined };
    expect(announcementsFor(connectedMethods({ stripe }))).not.toEqual([]);
  });

  it('announce 10x GPT-4o queries at 38% off, with a link to the prices', () => {
    for (const language of languages) {
      const [announcement] = announcementsFor(['stripe'], language);
      for (const part of ['GPT-4o', '10', '38']) expect(announcement?.text).toContain(part);
      expect(announcement?.path).toBe(`/${language}/pricing`);
    }
  });
});
