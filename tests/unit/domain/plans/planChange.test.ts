import { describe, expect, it } from 'vitest';
import { otherPlans, planChangeKind } from '#domain/plans/planChange.ts';
import { isPro, planProducts } from '#domain/plans/planTerms.ts';
import { quote } from '#domain/pricing/quote.ts';

describe('a change of plan', () => {
  it.each([
    ['basic_month', 'basic_year', 'upgrade'],
    ['basic_month', 'pro_month', 'upgrade'],
    ['basic_month', 'pro_year', 'upgrade'],
    ['basic_year', 'basic_month', 'downgrade'],
    ['basic_year', 'pro_month', 'upgrade'],
    ['basic_year', 'pro_year', 'upgrade'],
    ['pro_month', 'basic_month', 'downgrade'],
    ['pro_month', 'basic_year', 'downgrade'],
    ['pro_month', 'pro_year', 'upgrade'],
    ['pro_year', 'basic_month', 'downgrade'],
    ['pro_year', 'basic_year', 'downgrade'],
    ['pro_year', 'pro_month', 'downgrade'],
  ] as const)('from %s to %s is an %s', (from, to, kind) => {
    expect(planChangeKind(from, to)).toBe(kind);
  });

  it('to the same plan is no change', () => {
    for (const product of planProducts) {
      expect(planChangeKind(product, product)).toBeUndefined();
      expect(otherPlans(product)).toHaveLength(planProducts.length - 1);
    }
  });

  it.each(['USD', 'CNY'] as const)(
    'is an upgrade only if it costs more %s now, or as much a month for more credits',
    (currency) => {
      const priceOf = (product: (typeof planProducts)[number]) =>
        quote({ product, currency, day: '2026-11-23' })?.following ?? 0;
      for (const from of planProducts) {
        for (const to of otherPlans(from)) {
          if (planChangeKind(from, to) !== 'upgrade') continue;
          const isMoreNow = priceOf(to) > priceOf(from);
          const isHigherTier = isPro(to) && !isPro(from);
          expect([from, to, isMoreNow || isHigherTier]).toEqual([from, to, true]);
        }
      }
    },
  );
});
