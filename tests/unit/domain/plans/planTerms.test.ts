import { describe, expect, it } from 'vitest';
import { type PlanProduct, lotIndexAt, lotSpan, termEnd } from '#domain/plans/planTerms.ts';

const day = (text: string) => new Date(`${text}T10:00:00Z`);

function term(id: string, product: PlanProduct, starts: string, ends: string) {
  return { id, product, starts: day(starts), ends: day(ends) };
}

describe('the lots of a term', () => {
  it('start on its day of each month, or on the last one of a short month', () => {
    const year = term('a', 'pro_year', '2027-01-31', '2028-01-31');
    expect(termEnd('pro_year', year.starts)).toEqual(year.ends);
    expect(lotSpan(year, 1)).toEqual({ starts: day('2027-02-28'), ends: day('2027-03-31') });
    expect(lotSpan(year, 11)?.ends).toEqual(year.ends);
    expect(lotSpan(year, 12)).toBeUndefined();
  });

  it('keep their time of day across daylight saving time', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const year = term('a', 'pro_year', '2027-02-28', '2028-02-28');
      expect(new Date(2027, 6, 1).getTimezoneOffset()).toBe(-120);
      expect(lotSpan(year, 1)).toEqual({ starts: day('2027-03-28'), ends: day('2027-04-28') });
      expect(lotSpan(year, 8)).toEqual({ starts: day('2027-10-28'), ends: day('2027-11-28') });
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('are as many months as were sold, also if a provider counts from a day that a month lacks', () => {
    const month = term('a', 'pro_month', '2027-02-28', '2027-03-31');
    expect([0, 1].map((index) => lotSpan(month, index)?.ends)).toEqual([month.ends, undefined]);
    const next = {
      ...term('b', 'pro_year', '2027-02-28', '2028-02-28'),
      anchor: day('2026-12-31'),
    };
    expect([1, 11].map((index) => lotSpan(next, index))).toEqual([
      { starts: day('2027-03-31'), ends: day('2027-04-30') },
      { starts: day('2028-01-31'), ends: day('2028-02-28') },
    ]);
  });

  it('are weeks of Basic, the last one shortened to the end of the month', () => {
    const month = term('a', 'basic_month', '2027-01-31', '2027-02-28');
    expect(termEnd('basic_month', month.starts)).toEqual(month.ends);
    expect(lotSpan(month, 3)).toEqual({ starts: day('2027-02-21'), ends: day('2027-02-28') });
    expect(lotSpan(month, 4)).toBeUndefined();
    const indexes = ['2027-01-30', '2027-01-31', '2027-02-07', '2027-02-28'].map((time) =>
      lotIndexAt(month, day(time)),
    );
    expect(indexes).toEqual([undefined, 0, 1, undefined]);
  });
});
