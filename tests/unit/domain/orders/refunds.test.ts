import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import {
  type RefundableOrder,
  keptCredits,
  refundDays,
  refundOffer,
  withdrawalOffer,
} from '#domain/orders/refunds.ts';

const paid = new Date('2026-03-01T12:00:00Z');

const pack: RefundableOrder = {
  kind: 'purchase',
  state: 'fulfilled',
  paid,
  price: 499,
  returned: 0,
  credits: 500,
  unspent: 375,
  isDisputed: false,
};

const onDay = (day: number) => new Date(paid.getTime() + day * 86_400_000);

describe('the rule of refunds', () => {
  it('returns three quarters of the price of a pack if a quarter is spent', () => {
    expect(refundOffer(pack, onDay(1))).toEqual({
      kind: 'refund',
      amount: 374,
      credits: 375,
      until: onDay(refundDays),
    });
    expect(refundOffer({ ...pack, price: 400 }, onDay(1))).toMatchObject({ amount: 300 });
  });

  it('is the rule that the policy promises in each language', () => {
    for (const language of languages) {
      const policy = readFileSync(`src/content/policies/${language}/refunds.md`, 'utf8');
      const numbers = policy.match(/(?<!\d)14(?!\d)/g) ?? [];
      expect([language, refundDays, numbers.length >= 3]).toEqual([language, 14, true]);
    }
  });

  it.each([
    ['not_paid', { paid: null, state: 'pending' }],
    ['not_paid', { state: 'quarantined' }],
    ['renewal', { kind: 'renewal' }],
    ['disputed', { isDisputed: true }],
    ['returned', { returned: 499 }],
    ['returned', { state: 'refunded', returned: 499 }],
    ['spent', { unspent: 0 }],
  ] as const)('refuses: %s', (refusal, change) => {
    expect(refundOffer({ ...pack, ...change }, onDay(1))).toEqual({ kind: 'refusal', refusal });
  });

  it('ends after fourteen days, to the second', () => {
    expect(refundOffer(pack, onDay(14)).kind).toBe('refund');
    const late = new Date(onDay(14).getTime() + 1);
    expect(refundOffer(pack, late)).toEqual({ kind: 'refusal', refusal: 'too_late' });
  });

  it('returns at most the rest of the price, and nothing below a unit', () => {
    expect(refundOffer({ ...pack, returned: 200, unspent: 500 }, onDay(1))).toMatchObject({
      amount: 299,
    });
    const tiny = { ...pack, price: 1, credits: 1_000, unspent: 499 };
    expect(refundOffer(tiny, onDay(1))).toEqual({ kind: 'refusal', refusal: 'spent' });
  });
});

describe('a withdrawal', () => {
  it('returns the whole price to a buyer who did not request the credits at once', () => {
    const spent = { ...pack, unspent: 0 };
    expect(withdrawalOffer(spent, false, onDay(1))).toMatchObject({ amount: 499, credits: 0 });
    expect(withdrawalOffer(spent, true, onDay(1))).toEqual({ kind: 'refusal', refusal: 'spent' });
    expect(withdrawalOffer(pack, true, onDay(1))).toMatchObject({ amount: 374 });
    expect(withdrawalOffer(pack, false, onDay(15))).toMatchObject({ refusal: 'too_late' });
  });
});

describe('the credits that remain', () => {
  const cases = fc.record({
    credits: fc.integer({ min: 1, max: 100_000 }),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    parts: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 8 }),
  });

  it('fall to zero with each refund, in any parts', () => {
    fc.assert(
      fc.property(cases, ({ credits, price, parts }) => {
        let returned = 0;
        let before = keptCredits(credits, price, 0);
        expect(before).toBe(credits);
        for (const part of [...parts, price]) {
          returned = Math.min(price, returned + part);
          const kept = keptCredits(credits, price, returned);
          expect(kept).toBeLessThanOrEqual(before);
          expect(Math.abs(kept - credits * (1 - returned / price))).toBeLessThanOrEqual(0.5000001);
          before = kept;
        }
        expect(before).toBe(0);
      }),
    );
  });
});
