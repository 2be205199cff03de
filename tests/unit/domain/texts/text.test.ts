import fc from 'fast-check';
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
    expect(clip('ab 👩‍👩‍👧 cd ef', 6)).toBe('ab…');
  });

  it('writes no punctuation before the mark of the cut', () => {
    expect(clip('Split "Doe, Jane (Berlin)" into names', 13)).toBe('Split "Doe…');
    expect(clip('他写道：“你好，世界，再见', 11)).toBe('他写道：“你好，世界…');
    expect(clip('Reply to "this is late"', 12)).toBe('Reply to…');
    expect(clip('?'.repeat(20), 5)).toBe('????…');
  });

  it('ends with a sentence if that ends in the last third', () => {
    expect(clip('自己动手的练习。每天一题。', 9)).toBe('自己动手的练习。');
    expect(clip('Once a day. Then twice a day.', 12)).toBe('Once a day…');
    expect(clip('Asks "what now?" And then stops.', 18)).toBe('Asks "what now?"');
    expect(clip('It says: "End at any time. The client pays"', 30)).toBe(
      'It says: "End at any time…',
    );
    expect(clip('Works every morning. Then it stops.', 22)).toBe('Works every morning.');
    expect(clip('Explains new laws, e.g. those about tax', 26)).toBe('Explains new laws, e.g…');
    expect(clip('Short. And then a long sentence follows', 24)).toBe('Short. And then a long…');
  });

  it('is never too long, splits no character, and changes nothing the second time', () => {
    const pieces = [
      'word',
      'é',
      'e\u0301',
      '👩‍👩‍👧',
      '🇩🇪',
      '👍🏽',
      '说',
      '。',
      '. ',
      '…',
      ' ',
      '!',
      '"',
      '“',
      '、',
    ];
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 });
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 60 }), (parts, most) => {
        const line = clip(parts.join(''), Infinity);
        const short = clip(line, most);
        expect(Array.from(short).length).toBeLessThanOrEqual(most);
        expect(clip(short, most)).toBe(short);
        if (short === line) return;
        const kept = line.startsWith(short) ? short : short.slice(0, -1);
        expect(line.startsWith(kept)).toBe(true);
        const cut = graphemes.segment(line).containing(kept.length);
        expect(cut?.index).toBe(kept.length);
      }),
    );
  });
});
