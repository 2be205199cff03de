import { describe, expect, it } from 'vitest';
import { isOneLetterAway, spellingNumbers } from '#server/services/gpts/search/correctWords.ts';
import { Random } from '../../../../setup/random.ts';

describe('one letter away', () => {
  it.each([
    ['story', 'stroy'],
    ['story', 'stry'],
    ['story', 'sttory'],
    ['story', 'stury'],
    ['ab', 'ba'],
    ['aab', 'ab'],
    ['𝒳ab', 'ab'],
  ])('is %s from %s', (one, other) => {
    expect(isOneLetterAway(one, other)).toBe(true);
    expect(isOneLetterAway(other, one)).toBe(true);
  });

  it.each([
    ['story', 'story'],
    ['story', 'styro'],
    ['story', 'sty'],
    ['abcd', 'badc'],
    ['abc', 'cba'],
    ['', 'ab'],
  ])('is not %s from %s', (one, other) => {
    expect(isOneLetterAway(one, other)).toBe(false);
    expect(isOneLetterAway(other, one)).toBe(false);
  });

  it('is what counting the changes says, and such words share a number', () => {
    const random = new Random(5);
    const word = () =>
      Array.from({ length: random.whole(1, 6) }, () => random.oneOf(['a', 'b', 'ü']));
    let near = 0;
    for (let time = 0; time < 20_000; time += 1) {
      const [one, other] = [word(), word()];
      const [first, second] = [one.join(''), other.join('')];
      const isNear = changesBetween(one, other) === 1;
      expect(isOneLetterAway(first, second), `${first} ${second}`).toBe(isNear);
      if (!isNear) continue;
      near += 1;
      const numbers = new Set(spellingNumbers(first));
      const shared = spellingNumbers(second).some((number) => numbers.has(number));
      expect(shared, `${first} ${second}`).toBe(true);
    }
    expect(near).toBeGreaterThan(500);
  });
});

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
function changesBetween(one: readonly string[], other: readonly string[]): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Infinity;
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (isSame ? 0 : 1)];
      rows[row]?.push(
        Math.min(...steps, row > 1 && column > 1 && isSwapped ? at(2, 2) + 1 : Infinity),
      );
    }
  }
  return rows[one.length]?.[other.length] ?? 0;
}
