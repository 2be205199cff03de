import type { EnvironmentReader } from '#server/environment.ts';
import type { TestAddress } from '#server/gateways/web/resolveHost.ts';

/** How strangers' pages are fetched. */
export type WebConfig = {
  /** Addresses and ports of this machine that may be asked, for tests; none in production. */
  testAddresses: readonly TestAddress[];
  /** Where public pages of GPTs are (`https://chatgpt.com`); `undefined` where they are not fetched. */
  gptOrigin?: string | undefined;
};

const gptOrigin = 'https://chatgpt.com';

export function readWeb(
  read: EnvironmentReader,
  problems: string[],
  production: boolean,
): WebConfig {
  const origin = read.url('GPT_LINKS_ORIGIN', ['http:', 'https:']) ?? gptOrigin;
  if (production && origin !== gptOrigin) {
    problems.push('GPT_LINKS_ORIGIN is for tests: it must not be set in production');
  }
  if (!URL.canParse(origin)) problems.push('GPT_LINKS_ORIGIN must be an address');
  const isFetched = read.oneOf('GPT_LINKS', ['yes', 'no'], 'yes') === 'yes';
  return {
    testAddresses: readTestAddresses(read, problems, production),
    gptOrigin: isFetched ? origin : undefined,
  };
}

function readTestAddresses(
  read: EnvironmentReader,
  problems: string[],
  production: boolean,
): TestAddress[] {
  const texts = (read.text('WEB_TEST_ADDRESSES') ?? '').split(/[\s,]+/).filter(Boolean);
  if (production && texts.length > 0) {
    problems.push('WEB_TEST_ADDRESSES is for tests: it must not be set in production');
  }
  const testAddresses = texts.flatMap((text) => {
    const [, address, port = ''] = /^(127(?:\.\d{1,3}){3}):(\d{1,5})$/.exec(text) ?? [];
    return address === undefined ? [] : { address, port: Number(port) };
  });
  if (testAddresses.length < texts.length) {
    problems.push('WEB_TEST_ADDRESSES must be addresses such as 127.0.0.1:4800');
  }
  return testAddresses;
}
