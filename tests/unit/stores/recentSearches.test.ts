import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  $recentSearches,
  forgetAllSearches,
  forgetSearch,
  loadRecentSearches,
  rememberSearch,
} from '#stores/gpts/recentSearches.ts';
import { stubLocalStorage } from '../../setup/localStorage.ts';

const key = 'recent-searches';
const day = 24 * 3_600_000;
let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  stubLocalStorage(stored);
});

afterEach(() => void vi.unstubAllGlobals());

it('keeps the eight newest searches, each once, and deletes them', () => {
  for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ' Café ', '  '])
    rememberSearch(query);
  expect($recentSearches.get()).toEqual(['Café', 'h', 'g', 'f', 'e', 'd', 'c', 'b']);
  rememberSearch('cafe');
  forgetSearch('E');
  expect($recentSearches.get()).toEqual(['cafe', 'h', 'g', 'f', 'd', 'c', 'b']);
  $recentSearches.set([]);
  loadRecentSearches();
  expect($recentSearches.get()).toHaveLength(7);
  forgetAllSearches();
  expect([$recentSearches.get(), stored]).toEqual([[], {}]);
});

it('deletes searches older than 90 days', () => {
  const now = Date.now();
  const searches = [
    { query: 'new', at: now - 89 * day },
    { query: 'old', at: now - 91 * day },
    { query: 'future', at: now + day },
  ];
  stored[key] = JSON.stringify(searches);
  loadRecentSearches();
  expect($recentSearches.get()).toEqual(['new']);
  expect(stored[key]).not.toContain('old');
});

it.each([
  'no JSON',
  '{"query":"a"}',
  'null',
  '[1,null,{"query":1,"at":1},{"query":"a","at":"now"},{"query":" ","at":1}]',
])('takes nothing from %s', (text) => {
  stored[key] = text;
  loadRecentSearches();
  expect([$recentSearches.get(), stored]).toEqual([[], {}]);
});

it('cuts long searches, and works without storage', () => {
  stored[key] = JSON.stringify([{ query: 'x'.repeat(5_000), at: Date.now() }]);
  loadRecentSearches();
  expect($recentSearches.get()).toEqual(['x'.repeat(200)]);
  vi.stubGlobal('localStorage', undefined);
  rememberSearch('a');
  expect($recentSearches.get()).toEqual(['a']);
});
