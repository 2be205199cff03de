import { describe, expect, it } from 'vitest';
import { findEncoding } from '#server/findEncoding.ts';
import { encodedTexts } from '../../fixtures/encodedTexts.ts';

/** Returns the text of bytes in the encoding that is found. */
function read(bytes: Uint8Array, declared: readonly string[] = []): string | undefined {
  const encoding = findEncoding(bytes, declared);
  return encoding && new TextDecoder(encoding).decode(bytes);
}

const bytesIn = (encoding: string) =>
  Buffer.from(encodedTexts.find(([name]) => name === encoding)?.[2] ?? '', 'base64');

describe('the encoding of a text', () => {
  it.each(encodedTexts)('is found in %s: %j', (_, text, bytes) => {
    expect(read(Buffer.from(bytes, 'base64'))).toBe(text);
  });

  it('is UTF-8 if all of it is, for any declared encoding', () => {
    expect(read(Buffer.from('Zoë, 你好'), ['gbk', 'iso-8859-1'])).toBe('Zoë, 你好');
    expect(read(Buffer.from('plain'), ['utf-16le'])).toBe('plain');
  });

  it('is the declared one if all of it is valid', () => {
    const thai = Buffer.from('cac7d1cab4d5', 'hex');
    expect(read(thai, ['nonsense', 'utf-8', 'tis-620'])).toBe('สวัสดี');
  });

  it('is not Latin 1 only because a server declares it', () => {
    const [, text] = encodedTexts[0] ?? [];
    expect(read(bytesIn('GBK'), ['iso-8859-1'])).toBe(text);
    expect(read(bytesIn('GBK'), ['iso-8859-1', 'gb2312'])).toBe(text);
  });

  it('stays UTF-8 with a few broken bytes', () => {
    const text = Buffer.concat([
      Buffer.from('Übergrößen für Ärzte. '.repeat(5)),
      Buffer.from([0xff]),
    ]);
    expect(findEncoding(text, ['windows-1252'])).toBe('utf-8');
  });

  it.each([
    ['a picture', '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489'],
    ['a program', '7f454c4602010100000000000000000003003e0001000000'],
    ['random bytes', '9f03e1b7880ac47fd2915a1eb3f6280f'],
  ])('is unknown for %s', (_, hex) => {
    expect(findEncoding(Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});
