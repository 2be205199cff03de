import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { glyphSprite } from '#catalog/gpts/glyphSprite.ts';
import { glyphs } from '#domain/gpts/glyphs.ts';
import { glyphsDigest } from '#domain/gpts/glyphsDigest.ts';
import { type MarkSource, markOf, patternOf } from '#domain/gpts/mark.ts';
import { decodeFilePath, fileSegment } from '#domain/site/pageFiles.ts';

function markFor(fields: Partial<MarkSource>) {
  return markOf({ id: 'some', name: 'Some', categories: [], tags: [], ...fields });
}

describe('markOf', () => {
  it('shows the category by its hue', () => {
    const hueOf = (category: string) => markFor({ categories: [category] }).hue;
    expect(hueOf('Law & Money')).toBe(hueOf('law-and-money'));
    expect(new Set(['writing', 'travel', 'health', 'data'].map(hueOf)).size).toBe(4);
    const hues = Array.from({ length: 200 }, (_, index) => markFor({ id: `g-${index}` }).hue);
    expect(new Set(hues).size).toBe(8);
    expect(hueOf('constructor')).toBeTypeOf('number');
  });

  it('shows the topic by its glyph: of tags, else of the name, else of the category', () => {
    expect(markFor({ tags: ['editing', 'cooking'], name: 'Java' }).glyph).toBe('pen-line');
    expect(markFor({ tags: ['students of life'], name: 'Java Tutor' }).glyph).toBe('code-xml');
    expect(markFor({ categories: ['Health & Fitness'] }).glyph).toBe('heart-pulse');
    expect(markFor({ tags: ['翻译'] }).glyph).toBe('languages');
    expect(markFor({ categories: ['other'] }).glyph).toBe('sparkles');
    expect(markFor({ tags: ['constructor', '__proto__'] }).glyph).toBe('sparkles');
    expect(markFor({ categories: ['constructor'] }).glyph).toBe('sparkles');
  });

  it('prefers a narrower topic', () => {
    expect(markFor({ tags: ['travel', 'itinerary', 'hiking'] }).glyph).toBe('mountain');
  });

  it('has glyphs that are all in the file, which is named by its digest', () => {
    const sprite = glyphSprite();
    for (const glyph of glyphs) expect(sprite).toContain(`<symbol id="${glyph}"`);
    const digest = createHash('sha256').update(sprite).digest('hex');
    expect(glyphsDigest).toBe(digest.slice(0, 10));
  });
});

describe('patternOf', () => {
  it('is always the same for an id, and differs for most ids, also for consecutive ones', () => {
    expect(patternOf('g-B3hgivKK9')).toEqual(patternOf('g-B3hgivKK9'));
    const patterns = Array.from({ length: 1_000 }, (_, index) => patternOf(`g-${index}`));
    expect(new Set(patterns).size).toBeGreaterThan(800);
  });

  it('is a path of drawing commands only', () => {
    expect(patternOf('"><script>')).toMatch(/^[MmhvaAzZ0-9 .-]+$/);
  });
});

describe('fileSegment', () => {
  it.each(['g-B3hgivKK9', 'a/b', '100%', 'a~b', '..', '教育', '?#&=+ ', 'a%2Fb'])(
    'names a file safely for %s, and back',
    (id) => {
      expect(fileSegment(id)).toMatch(/^[\w.~!*'()-]+$/);
      expect(decodeFilePath(fileSegment(id))).toBe(id);
    },
  );
});
