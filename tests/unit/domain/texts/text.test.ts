import { describe, expect, it } from 'vitest';
import { cleanText, clip, contentMarks, isolate } from '#domain/texts/text.ts';

describe('contentMarks', () => {
  it('marks a text with its language and direction', () => {
    expect(contentMarks('ar')).toEqual({ lang: 'ar', dir: 'rtl' });
    expect(contentMarks('zh_tw')).toEqual({ lang: 'zh-TW', dir: 'auto' });
  });

  it('leaves the direction to the text if the language is unknown or invalid', () => {
    expect(contentMarks(null)).toEqual({ lang: undefined, dir: 'auto' });
    expect(contentMarks('"><script>')).toEqual({ lang: undefined, dir: 'auto' });
  });
});

describe('cleanText', () => {
  it('removes control characters, and keeps line breaks, tabs and markup as text', () => {
    expect(cleanText(' a\u001d\tb\n<i>\u0000 ')).toBe('a\tb\n<i>');
  });
});

describe('isolate', () => {
  it('isolates text that reads from right to left, and keeps other text unchanged', () => {
    expect(isolate('צוות Dolores')).toBe('\u2068צוות Dolores\u2069');
    expect(isolate('Dolores 写作')).toBe('Dolores 写作');
  });
});

describe('clip', () => {
  it('cuts at a word, and never inside a character', () => {
    expect(clip('one two three', 9)).toBe('one two…');
    expect(clip('❤❤❤❤❤', 3)).toBe('❤❤…');
    expect(clip('short', 9)).toBe('short');
    expect([...clip('x'.repeat(500), 40)]).toHaveLength(40);
  });
});
