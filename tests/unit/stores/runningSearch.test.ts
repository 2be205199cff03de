import { describe, expect, it } from 'vitest';
import { sourceHref } from '#domain/search/sourceHref.ts';
import { endedSearch, withSearchEvent } from '#stores/answers/runningSearch.ts';

describe('a running search', () => {
  it('keeps queries and read pages through its later steps', () => {
    const step = { type: 'step', scope: 'web' } as const;
    const searching = withSearchEvent(undefined, {
      ...step,
      step: 'searching',
      queries: ['bees'],
      hosts: [],
    });
    const reading = withSearchEvent(searching, {
      ...step,
      step: 'reading',
      queries: [],
      hosts: ['bees.example'],
    });
    const writing = withSearchEvent(reading, {
      ...step,
      step: 'writing',
      queries: [],
      hosts: [],
    });
    const ended = withSearchEvent(writing, { type: 'follow_ups', questions: ['And wasps?'] });
    expect(ended).toMatchObject({ step: 'writing', hosts: ['bees.example'] });
    expect(endedSearch(ended)).toEqual({
      scope: 'web',
      queries: ['bees'],
      sources: [],
      follow_ups: ['And wasps?'],
    });
    expect(endedSearch(undefined)).toBeNull();
  });
});

describe('the link of a source', () => {
  it.each([
    ['page', 'https://bees.example/a?b', 'https://bees.example/a?b'],
    ['page', 'http://bees.example/', 'http://bees.example/'],
    ['page', 'javascript:alert(1)', undefined],
    ['page', 'data:text/html,a', undefined],
    ['page', '/logout', undefined],
    ['gpt', '/en/gpts/a', '/en/gpts/a'],
    ['post', '//evil.example/', undefined],
    ['help', '/\\evil.example/', undefined],
    ['help', 'https://evil.example/', undefined],
  ] as const)('of a %s at %s leads to %s', (kind, url, href) => {
    expect(sourceHref({ kind, url })).toBe(href);
  });
});
