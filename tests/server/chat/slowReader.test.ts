import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { askSlowly, startLongUpstream } from '../../setup/slowReaders.ts';

/** In bytes far more than systems buffer of a connection without a reader: 9 MB. */
const word = '語🙂語 ';
const times = 800_000;

let upstream: Awaited<ReturnType<typeof startLongUpstream>>;
let server: TestServer;

beforeAll(async () => {
  upstream = await startLongUpstream(word, times);
  server = await startTestServer({ environment: { COMPATIBLE_BASE_URL: upstream.baseUrl } });
});

afterAll(async () => {
  await server.close();
  upstream.close();
});

describe('a reader who does not read', () => {
  it('gets the rest of an answer that has ended, event by event and with whole characters', async () => {
    const { cookie } = await server.signIn(10);
    const reader = askSlowly(server.url, cookie);
    const states = async () =>
      (await server.database.pool.query<{ state: string }>('select state from answer')).rows;
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'finished' }]), {
      timeout: 150_000,
      interval: 100,
    });
    const { text, numbers, end } = await reader.readOn();
    expect(text === word.repeat(times)).toBe(true);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(numbers.length).toBeGreaterThan((word.length * times) / 50_000);
    expect(end).toMatchObject({ type: 'end', state: 'finished' });
  });
});
