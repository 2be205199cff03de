import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { confirmsDeletion } from '#domain/account/accountDeletion.ts';
import {
  canonicalEmail,
  deliverableEmail,
  emailProblem,
  normaliseEmail,
} from '#domain/login/login.ts';
import { Random } from '../../../setup/random.ts';

const random = new Random(17);

function choose<Value>(values: readonly Value[]): Value {
  return random.pick(values);
}

const names = ['ann', 'ann.lee', "o'hara+tag", 'имя', 'josé', 'x_1-2'];
const domains = [
  'example.org',
  'mail.bücher.example',
  '例え.テスト',
  'пример.рф',
  'straße.example',
  'nǃxu.example',
  'café.co.example',
];

/** Writes an ASCII character as a Japanese keyboard does. */
function widen(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : letter;
}

/** Returns another way to write the same text. */
function respell(text: string): string {
  return Array.from(choose([text, text.normalize('NFD')]), (letter) =>
    choose([letter, letter, letter.length === 1 ? letter.toUpperCase() : letter, widen(letter)]),
  )
    .join('')
    .replaceAll('ß'.toUpperCase(), 'ß');
}

function spell(name: string, domain: string): string {
  const ascii = choose([true, false]) ? domainToASCII(domain) : domain;
  const dots = respell(ascii).replaceAll(/[.\uFF0E]/g, () =>
    choose(['.', '\uFF0E', '\u3002', '\uFF61']),
  );
  return `${choose(['', ' ', '\u3000'])}${respell(name)}${choose(['@', '\uFF20'])}${dots}`;
}

describe('the spellings of one mailbox', () => {
  it('are one address everywhere', () => {
    for (let round = 0; round < 500; round += 1) {
      const [name, domain] = [choose(names), choose(domains)];
      const plain = normaliseEmail(`${name}@${domain}`);
      const spelling = spell(name, domain);
      expect([spelling, emailProblem(spelling)]).toEqual([spelling, undefined]);
      expect([spelling, normaliseEmail(spelling)]).toEqual([spelling, plain]);
      expect(plain).toBe(`${name.normalize('NFKC')}@${domainToASCII(domain)}`);
      expect(normaliseEmail(plain)).toBe(plain);
      expect(canonicalEmail(spelling)).toBe(canonicalEmail(plain));
      expect(deliverableEmail(spelling).toLowerCase()).toBe(plain);
      expect(confirmsDeletion(spelling, plain)).toBe(true);
    }
  });

  it('are not those of another mailbox', () => {
    const all = names.flatMap((name) => domains.map((domain) => `${name}@${domain}`));
    expect(new Set(all.map(normaliseEmail)).size).toBe(all.length);
  });

  it('refuse characters that would end the name or begin another one', () => {
    for (const text of [
      'a\uFF1Cb@example.org',
      'a\uFF20b@example.org',
      'a\u2026b@example.org',
      'a\uFF0C@b.org',
    ]) {
      expect([text, emailProblem(text)]).toEqual([text, 'InvalidEmail']);
    }
  });
});
