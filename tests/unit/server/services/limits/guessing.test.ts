import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  codeLength,
  codeMinutes,
  codeTries,
  wordLength,
  wordLetters,
} from '#domain/login/login.ts';
import { codeLimits, mailLimits } from '#server/services/limits/codeLimits.ts';
import { guessLimits, windowSeconds } from '#server/services/limits/guessLimits.ts';
import { networksOf } from '#server/services/limits/network.ts';

const codes = 10 ** codeLength;
/** A day that begins within a window touches one window more than it has full ones. */
const windowsInDay = 86_400 / windowSeconds + 1;

/**
 * Accounts that an attacker with so many networks can expect to enter in a day: wrong codes that are compared, each the
 * right one once in 10,000 times; the last of five tries once in 9,996, as four codes are known to be wrong by then.
 */
function expectedEntries(networks: number): number {
  const wrong = Math.min(guessLimits.everybody.points, networks * guessLimits.network.points);
  const chance = 1 / (codes - codeTries + 1);
  return (windowsInDay * wrong * chance) / (1 - chance);
}

/** Those of codes that carry a word: every mail that can be sent, all its tries. */
function expectedEntriesWithWord(mailsPerHour: number): number {
  const mails = windowsInDay * mailsPerHour;
  return (mails * codeTries) / (codes * wordLetters.length ** wordLength);
}

describe('an attacker who guesses codes', () => {
  it.each([
    [1, '0.025'],
    [30, '0.750'],
    [100, '0.750'],
    [10_000, '0.750'],
    [Number.MAX_SAFE_INTEGER, '0.750'],
  ])('enters from %d networks %s accounts a day, less than one', (networks, expected) => {
    const entries = expectedEntries(networks);
    expect(entries.toFixed(3)).toBe(expected);
    // The largest number of mails that can be configured.
    expect(entries + expectedEntriesWithWord(1_000_000)).toBeLessThan(1);
  });

  it('has the figures that the decision record computes with', () => {
    const record = readFileSync('docs/decisions/018-guessing-codes.md', 'utf8');
    const figures = {
      'codes of four digits': codes.toLocaleString('en'),
      'tries of one code': codeTries,
      'minutes of one code': codeMinutes,
      'wrong codes of a network in an hour': guessLimits.network.points,
      'wrong codes of all in an hour': guessLimits.everybody.points,
      'wrong codes of a known browser in a day': guessLimits.device.points,
      'hours that a day touches': windowsInDay,
      'words of six letters': (wordLetters.length ** wordLength).toLocaleString('en'),
      'mails in an hour': Object.values(mailLimits(3_000))
        .reduce((sum, { points }) => sum + points, 0)
        .toLocaleString('en'),
      'codes of a network in an hour': codeLimits.network.points,
    };
    for (const [name, figure] of Object.entries(figures)) {
      expect(record).toContain(`| ${name} | ${figure} |`);
    }
    for (const networks of [1, 100, 10_000]) {
      const row = `| ${networks.toLocaleString('en')} | ${expectedEntries(networks).toFixed(3)} |`;
      expect(record).toContain(row);
    }
  });
});

describe('the networks of an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    ['::ffff:c000:207', ['192.0.2.7']],
    ['0:0:0:0:0:FFFF:c000:0207', ['192.0.2.7']],
    ['::ffff:9.9.9.9%eth0', ['9.9.9.9']],
    ['::ffff:0:9.9.9.9', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
    ['2001:db8:1:abcd::7', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
    ['2001:db8:1:cd::7%eth0', ['2001:db8:1:cd::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ])('of %s are %j', (address, names) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(names);
    expect(networksOf(address).map(({ share }) => share)).toEqual([1, 2, 4].slice(0, names.length));
  });
});
