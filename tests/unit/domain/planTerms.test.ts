import { describe, expect, it } from 'vitest';
import { type PlanProduct, addTerm, lotIndexAt, lotSpan, termEnd } from '#domain/planTerms.ts';

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

  it('keep their time of day when clocks are changed for the summer', () => {
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

  it('are weeks of Basic, the last one as short as the month leaves it', () => {
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

describe('a plan that is added', () => {
  it('leaves all of Basic behind Pro in its order and its length', () => {
    const open = [
      term('second', 'basic_year', '2027-03-01', '2028-03-01'),
      term('first', 'basic_month', '2027-02-01', '2027-03-01'),
    ];
    const added = addTerm(open, 'pro_month', day('2027-02-03'));
    expect(added).toEqual({
      starts: day('2027-02-03'),
      ends: day('2027-03-03'),
      cut: {
        id: 'first',
        ends: day('2027-02-08'),
        rest: { starts: day('2027-03-03'), ends: day('2027-03-24') },
      },
      moved: [{ id: 'second', starts: day('2027-03-24'), ends: day('2028-03-24') }],
    });
  });

  it('goes on after the last of Pro, before Basic that waits', () => {
    const open = [
      term('pro', 'pro_month', '2027-02-01', '2027-03-01'),
      term('basic', 'basic_month', '2027-03-01', '2027-04-01'),
    ];
    expect(addTerm(open, 'pro_year', day('2027-02-03'))).toEqual({
      starts: day('2027-03-01'),
      ends: day('2028-03-01'),
      cut: undefined,
      moved: [{ id: 'basic', starts: day('2028-03-01'), ends: day('2028-04-01') }],
    });
  });

  it('takes no days for paid time by which the credits of a renewing plan last longer', () => {
    const lotsUntil = day('2027-03-01');
    const basic = { ...term('basic', 'basic_month', '2027-02-01', '2027-03-04'), lotsUntil };
    const period = { starts: day('2027-02-03'), ends: day('2027-03-03') };
    expect(addTerm([basic], 'pro_month', day('2027-02-03'), period)).toEqual({
      ...period,
      moved: [],
      cut: {
        id: 'basic',
        ends: day('2027-02-08'),
        // After the three days in which the next bill of Pro is paid; three weeks of February are left.
        rest: { starts: day('2027-03-06'), ends: day('2027-03-27') },
      },
    });
    const pro = { ...term('pro', 'pro_month', '2027-02-01', '2027-03-04'), lotsUntil };
    expect(addTerm([pro], 'pro_year', day('2027-02-03'), period).cut).toBeUndefined();
  });
});
