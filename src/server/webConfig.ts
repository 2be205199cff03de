import type { EnvironmentReader } from '#server/environment.ts';
import type { TestAddress } from '#server/gateways/web/resolveHost.ts';

/** Settings for fetching pages of other sites. */
export type WebConfig = {
  /** Addresses and ports of this machine that may be fetched, for tests; none in production. */
  testAddresses: readonly TestAddress[];
  /** Origin of public pages of GPTs (`https://chatgpt.com`); `undefined` if they are not fetched. */
  gptOrigin?: string | undefined;
};

const gptOrigin = 'https://chatgpt.com';

export function readWeb(read: EnvironmentReader, production: boolean): WebConfig {
  const origin = read.httpUrl('GPT_LINKS_ORIGIN') ?? gptOrigin;
  if (production && origin !== gptOrigin) {
    read.problems.push('GPT_LINKS_ORIGIN is for tests: it must not be set in production');
  }
  if (!URL.canParse(origin)) read.problems.push('GPT_LINKS_ORIGIN must be an address');
  const isFetched = read.oneOf('GPT_LINKS', ['yes', 'no'], 'yes') === 'yes';
  return {
    testAddresses: readTestAddresses(read, production),
    gptOrigin: isFetched ? origin : undefined,
  };
}

function readTestAddresses(read: EnvironmentReader, production: boolean): TestAddress[] {
  const texts = read.list('WEB_TEST_ADDRESSES');
  if (production && texts.length > 0) {
    read.problems.push('WEB_TEST_ADDRESSES is for tests: it must not be set in production');
  }
  const testAddresses = texts.flatMap((text) => {
    const [, address, port = ''] = /^(127(?:\.\d{1,3}){3}):(\d{1,5})$/.exec(text) ?? [];
    return address === undefined ? [] : { address, port: Number(port) };
  });
  if (testAddresses.length < texts.length) {
    read.problems.push('WEB_TEST_ADDRESSES must be addresses such as 127.0.0.1:4800');
  }
  return testAddresses;
}
