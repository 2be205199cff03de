import { expect, it } from 'vitest';
import { EnvironmentReader } from '#server/environment.ts';
import { readWeb } from '#server/webConfig.ts';

function read(text: string | undefined, production = false) {
  const problems: string[] = [];
  const reader = new EnvironmentReader({ WEB_TEST_ADDRESSES: text }, problems);
  const { testAddresses } = readWeb(reader, production);
  return { testAddresses, problems };
}

it('lets tests fetch pages from this machine', () => {
  expect(read(undefined)).toEqual({ testAddresses: [], problems: [] });
  expect(read('127.0.0.1:4800, 127.0.0.2:81')).toEqual({
    testAddresses: [
      { address: '127.0.0.1', port: 4800 },
      { address: '127.0.0.2', port: 81 },
    ],
    problems: [],
  });
});

it.for(['10.0.0.1:80', '127.0.0.1', 'localhost:80', '[::1]:80'])('refuses %s', (wrong) => {
  expect(read(wrong).problems).toHaveLength(1);
});

it('allows no private address in production', () => {
  expect(read(undefined, true).problems).toEqual([]);
  expect(read('127.0.0.1:4800', true).problems).toEqual([
    'WEB_TEST_ADDRESSES is for tests: it must not be set in production',
  ]);
});

it('fetches public pages of GPTs from chatgpt.com, from other hosts in tests only, or not at all', () => {
  const readOrigin = (environment: Record<string, string>, production = false) => {
    const problems: string[] = [];
    const { gptOrigin } = readWeb(new EnvironmentReader(environment, problems), production);
    return { gptOrigin, problems };
  };
  expect(readOrigin({}, true)).toEqual({ gptOrigin: 'https://chatgpt.com', problems: [] });
  expect(readOrigin({ GPT_LINKS: 'no' }, true)).toEqual({ gptOrigin: undefined, problems: [] });
  const other = { GPT_LINKS_ORIGIN: 'http://127.0.0.1:4800' };
  expect(readOrigin(other).gptOrigin).toBe('http://127.0.0.1:4800');
  expect(readOrigin(other, true).problems).toEqual([
    'GPT_LINKS_ORIGIN is for tests: it must not be set in production',
  ]);
});
