import { describe, expect, it } from 'vitest';
import { isFiltered, emptyRequest, readRequested } from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';

const read = (text: string) => readRequested(new URLSearchParams(text));

describe('the query of an address', () => {
  it('is empty without parameters, or with empty ones', () => {
    expect(read('')).toEqual({ requested: emptyRequest, wrong: undefined });
    expect(read('query=&category=&page=')).toEqual({ requested: emptyRequest, wrong: undefined });
    expect(isFiltered(emptyRequest)).toBe(false);
  });

  it('is parsed back from its path', () => {
    const requested = {
      query: 'naïve "quotes" & 日本語 +%',
      category: 'r-and-d',
      tag: 'c# tips',
      capability: 'image-input',
      content: 'zh-Hant',
      page: 12,
    };
    const { search } = new URL(searchPath('en', requested), 'http://localhost');
    expect(read(search)).toEqual({ requested, wrong: undefined });
    expect(isFiltered(requested)).toBe(true);
  });

  it('is cut to the limits of the search, with a list of mistakes', () => {
    const long = read(`query=${'x'.repeat(300)}&category=fun`);
    expect(long.wrong).toBe('query');
    expect(long.requested).toEqual({ ...emptyRequest, query: 'x'.repeat(200), category: 'fun' });
    for (const name of ['category', 'tag', 'capability', 'content']) {
      expect(read(`${name}=${'x'.repeat(81)}`)).toEqual({
        requested: emptyRequest,
        wrong: 'filter',
      });
    }
    expect(read('query=a%00b').requested.query).toBe('ab');
  });

  it.each(['0', '-1', '1.5', 'two', '01', '1e3', '100001', '9'.repeat(400)])(
    'is not page %s',
    (page) => {
      expect(read(`page=${page}`)).toEqual({ requested: emptyRequest, wrong: 'page' });
    },
  );

  it('never ends in half a character', () => {
    const { requested } = read(`query=${'x'.repeat(199)}${encodeURIComponent('😀')}`);
    expect(requested.query.isWellFormed()).toBe(true);
  });
});
