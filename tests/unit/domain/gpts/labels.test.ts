import { describe, expect, it } from 'vitest';
import { gptLimits, labelSlug } from '#domain/gpts/gpts.ts';
import { decodeFilePath, fileSegment } from '#domain/site/pageFiles.ts';
import { Random } from '../../../setup/random.ts';

describe('the one spelling of a tag or author', () => {
  it.each([
    ['  SEO   Tips ', 'seo tips'],
    ['ＳＥＯ', 'seo'],
    ['C++', 'c++'],
    ['教育', '教育'],
    ['a\tb\u001dc', 'a b c'],
    ['=cmd|calc', '=cmd|calc'],
    ['index', 'index'],
    [' \n ', ''],
  ])('of %j is %j', (label, slug) => {
    expect(labelSlug(label)).toBe(slug);
  });

  it('is never a path of its own', () => {
    for (const label of ['.', '..', '...']) expect(labelSlug(label)).toMatch(/^\.+-\w+$/);
  });

  it('fits into a file name, distinguishes long labels, and is its own spelling', () => {
    const random = new Random(7);
    const letters = [
      'a',
      'B',
      ' ',
      '.',
      '%',
      '/',
      'é',
      '語',
      '👩‍👧',
      '\u001d',
      'İ',
      '\ud800',
    ] as const;
    for (let round = 0; round < 2_000; round += 1) {
      const length = random.whole(0, gptLimits.author);
      const label = Array.from({ length }, () => random.oneOf([...letters])).join('');
      const slug = labelSlug(label);
      const name = fileSegment(slug);
      expect(name.length).toBeLessThan(250);
      expect(decodeFilePath(name)).toBe(slug);
      expect(labelSlug(slug)).toBe(slug);
      expect(labelSlug(label.toUpperCase().toLowerCase())).toBe(labelSlug(label.toLowerCase()));
    }
    const long = 'x'.repeat(gptLimits.encodedBytes);
    expect(labelSlug(`${long}1`)).not.toBe(labelSlug(`${long}2`));
  });
});

describe('the name of a page’s file', () => {
  it.each(['index', 'a/b', 'a~b', '100%', 'c#', 'page'])('is clear for %j', (value) => {
    expect(fileSegment(value)).not.toMatch(/[/%#]|^index$/);
    expect(decodeFilePath(fileSegment(value))).toBe(value);
  });
});
