import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RefundableLot, shareRefund } from '#domain/credits/credits.ts';

function lot(id: string, change: Partial<RefundableLot> = {}): RefundableLot {
  return { id, granted: 10, left: 10, held: 0, asked: 0, taken: 0, ...change };
}

describe('sharing a refund', () => {
  it('takes the remaining credits, in the order of the lots', () => {
    expect(shareRefund([lot('a'), lot('b', { left: 4 })], 13)).toEqual([
      { lotId: 'a', asked: 10, taken: 10 },
      { lotId: 'b', asked: 3, taken: 3 },
    ]);
    expect(shareRefund([lot('a'), lot('b')], 6)).toEqual([{ lotId: 'a', asked: 6, taken: 6 }]);
  });

  it('takes the rest from lots with a hold, and then from those without credits', () => {
    const lots = [lot('spent', { left: 0 }), lot('held', { left: 2, held: 5 })];
    expect(shareRefund(lots, 6)).toEqual([{ lotId: 'held', asked: 6, taken: 2 }]);
    expect(shareRefund(lots, 9)).toEqual([
      { lotId: 'spent', asked: 2, taken: 0 },
      { lotId: 'held', asked: 7, taken: 2 },
    ]);
  });

  it('requests from a hold only the part that earlier refunds do not wait for', () => {
    const waitedFor = lot('waited for', { left: 0, held: 5, asked: 4, taken: 0 });
    expect(shareRefund([waitedFor, lot('spent', { left: 0 })], 7)).toEqual([
      { lotId: 'waited for', asked: 3, taken: 0 },
    ]);
    expect(shareRefund([lot('spent', { left: 0 }), waitedFor], 5)).toEqual([
      { lotId: 'waited for', asked: 1, taken: 0 },
    ]);
  });

  it('requests only the part of a total that earlier refunds do not cover', () => {
    const lots = [lot('a', { left: 3, asked: 7, taken: 7 }), lot('b')];
    expect(shareRefund(lots, 7)).toEqual([]);
    expect(shareRefund(lots, 5)).toEqual([]);
    expect(shareRefund(lots, 12)).toEqual([
      { lotId: 'a', asked: 3, taken: 3 },
      { lotId: 'b', asked: 2, taken: 2 },
    ]);
    expect(shareRefund([], 5)).toEqual([]);
  });

  it('requests the whole difference, and from no lot more than it was granted', () => {
    const part = fc.nat(12);
    const anyLot = fc
      .record({ taken: part, left: part, held: part, gone: part, owed: part })
      .map(({ taken, left, held, gone, owed }) => ({
        granted: taken + left + held + gone,
        left,
        held,
        asked: taken + Math.min(owed, held + gone),
        taken,
      }));
    fc.assert(
      fc.property(fc.array(anyLot, { maxLength: 4 }), fc.nat(150), (parts, total) => {
        const lots = parts.map((numbers, index) => ({ id: String(index), ...numbers }));
        const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
        const granted = sum(lots.map((each) => each.granted));
        const before = sum(lots.map(({ asked }) => asked));
        const shares = shareRefund(lots, total);
        const requested = Math.max(0, Math.min(total, granted) - before);
        expect(sum(shares.map(({ asked }) => asked))).toBe(requested);
        const left = sum(lots.map((each) => each.left));
        expect(sum(shares.map(({ taken }) => taken))).toBe(Math.min(requested, left));
        for (const { lotId, asked, taken } of shares) {
          const of = lots[Number(lotId)];
          expect(asked).toBeGreaterThan(0);
          expect(asked + (of?.asked ?? 0)).toBeLessThanOrEqual(of?.granted ?? 0);
          expect(taken).toBeLessThanOrEqual(Math.min(asked, of?.left ?? 0));
        }
      }),
    );
  });
});
