import { describe, expect, it } from 'vitest';
import { includedTax, taxRateOn } from '#domain/pricing/tax.ts';

describe('the tax that prices include', () => {
  it.each([
    [2_899, 19, 463],
    [899, 20, 150],
    [499, 8.1, 37],
    [119, 19, 19],
    [3, 100, 2],
    [0, 19, 0],
    [899, 0, 0],
  ])('of %i at %f %% is %i', (amount, percent, tax) => {
    expect(includedTax(amount, percent)).toBe(tax);
  });

  it('is that of the day, in any order of the rates', () => {
    const rates = [
      { from: '2027-01-01', percent: 21 },
      { from: '1970-01-01', percent: 19 },
    ];
    expect(taxRateOn(rates, '2026-12-31')).toBe(19);
    expect(taxRateOn(rates, '2027-01-01')).toBe(21);
    expect(taxRateOn(rates.slice(0, 1), '2026-12-31')).toBeUndefined();
    expect(taxRateOn([], '2026-12-31')).toBeUndefined();
  });
});
