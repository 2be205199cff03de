import { describe, expect, it } from 'vitest';
import { arrangeTerms, billedAnchor, resumeTerm } from '#domain/plans/planSchedule.ts';
import { type PlanProduct, type PlanTerm, lotSpan } from '#domain/plans/planTerms.ts';
import { runTerms } from '../../../setup/plans/termModel.ts';
import { Random } from '../../../setup/random.ts';

const day = (text: string) => new Date(`${text}T10:00:00Z`);

function term(id: string, product: PlanProduct, starts: string, ends: string): PlanTerm {
  return { id, product, starts: day(starts), ends: day(ends), anchor: day(starts) };
}

const added = (product: PlanProduct, months: number) => ({
  added: [{ id: 'new', product, length: { months } }],
});

describe('a plan that is added', () => {
  it('leaves all of Basic behind Pro in its order and its length', () => {
    const open = [
      term('second', 'basic_year', '2027-03-01', '2028-03-01'),
      term('first', 'basic_month', '2027-02-01', '2027-03-01'),
    ];
    const { placed, cut } = arrangeTerms(open, day('2027-02-03'), added('pro_month', 1));
    expect(placed.get('new')).toMatchObject({ starts: day('2027-02-03'), ends: day('2027-03-03') });
    expect(cut).toEqual([
      {
        id: 'first',
        ends: day('2027-02-08'),
        rest: { starts: day('2027-03-03'), ends: day('2027-03-24'), anchor: null },
      },
    ]);
    expect(placed.get('second')).toMatchObject({
      starts: day('2027-03-24'),
      ends: day('2028-03-24'),
    });
  });

  it('continues after the last of Pro, before waiting Basic', () => {
    const open = [
      term('pro', 'pro_month', '2027-02-01', '2027-03-01'),
      term('basic', 'basic_month', '2027-03-01', '2027-04-01'),
    ];
    const { placed, cut } = arrangeTerms(open, day('2027-02-03'), added('pro_year', 12));
    expect(cut).toEqual([]);
    expect([...placed].map(([id, { starts, ends }]) => [id, starts, ends])).toEqual([
      ['new', day('2027-03-01'), day('2028-03-01')],
      ['basic', day('2028-03-01'), day('2028-04-01')],
    ]);
  });

  it('loses no days to paid time during which the credits of a renewing plan last longer', () => {
    const lotsUntil = day('2027-03-01');
    const basic = { ...term('basic', 'basic_month', '2027-02-01', '2027-03-04'), lotsUntil };
    const billed = {
      ...term('pro', 'pro_month', '2027-02-03', '2027-03-06'),
      lotsUntil: day('2027-03-03'),
    };
    expect(arrangeTerms([basic, billed], day('2027-02-03')).cut).toEqual([
      {
        id: 'basic',
        ends: day('2027-02-08'),
        // After the three days in which the next bill of Pro is paid; three weeks of February are left.
        rest: { starts: day('2027-03-06'), ends: day('2027-03-27'), anchor: null },
      },
    ]);
  });

  it('waits as Basic behind paid Pro, also if a provider bills it', () => {
    const pro = term('pro', 'pro_year', '2027-02-01', '2028-02-01');
    const billed = {
      ...term('basic', 'basic_month', '2027-05-10', '2027-06-13'),
      lotsUntil: day('2027-06-10'),
    };
    const { placed, cut } = arrangeTerms([pro, billed], day('2027-05-09'));
    expect(cut).toEqual([]);
    expect(placed.get('basic')).toMatchObject({
      starts: day('2028-02-01'),
      ends: day('2028-03-01'),
    });
  });

  it('counts twelve months in a row from the first day', () => {
    let [now, ends] = [day('2027-01-31'), day('2027-01-31')];
    let open: PlanTerm[] = [];
    const seen: string[] = [];
    for (let month = 0; month < 12; month += 1) {
      const place = arrangeTerms(open, now, added('pro_month', 1)).placed.get('new');
      if (!place) throw new Error('There is no place');
      expect(place.starts).toEqual(ends);
      ({ ends } = place);
      open.push({ ...place, id: `${month}`, product: 'pro_month' });
      // Some months are redeemed while others wait, and others when only one runs.
      if (month % 3 === 0) now = new Date(place.starts);
      open = open.filter((each) => each.ends > now);
      seen.push(ends.toISOString().slice(5, 10));
      expect(lotSpan({ ...place, product: 'pro_month' }, 1)).toBeUndefined();
    }
    expect(seen.join(' ')).toBe(
      '02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31 01-31',
    );
  });
});

describe('terms close up', () => {
  it('when the plan before them is refunded', () => {
    // Basic by the year was interrupted by Pro by the year, which is paused here: only the rest of Basic is open.
    const piece = { ...term('piece', 'basic_year', '2026-11-23', '2026-12-07'), nextLot: null };
    const rest = { ...term('rest', 'basic_year', '2027-12-01', '2028-11-16'), anchor: null };
    const placeAt = (now: string) => arrangeTerms([piece, rest], day(now)).placed.get('rest');
    expect(placeAt('2026-12-02')).toMatchObject({
      starts: day('2026-12-07'),
      ends: day('2027-11-23'),
    });
    const { placed } = arrangeTerms([rest], day('2026-12-20'));
    expect(placed.get('rest')?.starts).toEqual(day('2026-12-20'));
    expect(arrangeTerms([], day('2026-12-20')).placed.size).toBe(0);
  });

  it('and are separated again with all their remaining days when its refund fails', () => {
    const pro = term('pro', 'pro_year', '2027-01-10', '2028-01-10');
    const { running, later } = resumeTerm(pro, day('2027-01-20'), day('2027-03-01'));
    expect(running).toEqual({ starts: day('2027-03-01'), ends: day('2027-03-22') });
    // Eleven months, of those that were sold.
    expect(later).toEqual({ milliseconds: Number(pro.ends) - Number(day('2027-02-10')) });
  });

  it('and are not moved when nothing changed', () => {
    const open = [
      term('pro', 'pro_month', '2027-01-31', '2027-02-28'),
      { ...term('next', 'pro_month', '2027-02-28', '2027-03-31'), anchor: day('2027-01-31') },
      { ...term('basic', 'basic_year', '2027-03-31', '2028-03-31'), anchor: day('2027-01-31') },
    ];
    expect(arrangeTerms(open, day('2027-02-03'))).toEqual({ placed: new Map(), cut: [] });
  });
});

it('counts the months of a billed period from the day of its subscription', () => {
  const span = { starts: day('2027-02-28'), ends: day('2027-03-31') };
  expect(billedAnchor(span)).toEqual(day('2027-01-31'));
  expect(billedAnchor({ starts: span.starts, ends: day('2027-03-15') })).toBeNull();
});

describe('days paid are days granted', () => {
  it('in 300 sequences of purchases, upgrades, refunds, disputes and days', () => {
    let purchases = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      purchases += runTerms(new Random(seed)).purchases.length;
    }
    expect(purchases).toBeGreaterThan(500);
  });
});
