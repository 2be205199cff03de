import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharesOf, talk } from '../../setup/shares.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '1' } });
});

afterAll(() => server.close());

type Person = { cookie: string; id: string };

/** A user with a conversation. */
async function signIn(): Promise<Person> {
  const { cookie } = await server.signIn();
  return { cookie, id: (await talk(server, cookie)).id };
}

async function shareFrom({ cookie, id }: Person, address: string): Promise<Response> {
  return server.fetch(`/api/chat/conversations/${id}/shares`, {
    method: 'POST',
    cookie,
    headers: { 'x-forwarded-for': address },
  });
}

/** Shares so often, a few at once. Returns how often each status was the answer. */
async function shareOften(person: Person, addressOf: (time: number) => string, times: number) {
  const counts: Record<number, number> = {};
  let started = 0;
  const worker = async () => {
    while (started < times) {
      started += 1;
      const { status } = await shareFrom(person, addressOf(started));
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 5 }, worker));
  return counts;
}

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(429);
  const { error } = (await response.json()) as {
    error: { code: string; message: string; retry_seconds: number };
  };
  expect(error.code).toBe('too_many_requests');
  expect(error.message).toBe(`Too many requests; try again in ${error.retry_seconds} seconds`);
  expect(error.retry_seconds).toBeGreaterThan(0);
  expect(error.retry_seconds).toBeLessThanOrEqual(3_600);
  expect(Number(response.headers.get('retry-after'))).toBe(error.retry_seconds);
}

describe('repeated sharing', () => {
  it('is refused to a user after 100 times in an hour and to a network after 300, a /64 of IPv6 being one', async () => {
    const users = [await signIn(), await signIn(), await signIn(), await signIn()];
    const [first, second, third, fourth] = users as [Person, Person, Person, Person];
    const addressOf = (time: number) => `2001:db8:0:7:${time.toString(16)}::${time}`;
    expect(await shareOften(first, addressOf, 103)).toEqual({ 200: 100, 429: 3 });
    await expectRefusal(await shareFrom(first, '198.51.100.1'));
    expect(await sharesOf(server, first.cookie)).toHaveLength(1);
    // Tries that find nothing count as well.
    for (const { cookie } of [second, third]) {
      expect(await shareOften({ cookie, id: randomUUID() }, addressOf, 100)).toEqual({ 404: 100 });
    }
    await expectRefusal(await shareFrom(fourth, '2001:db8:0:7::1'));
    expect(await sharesOf(server, fourth.cookie)).toEqual([]);
    expect((await shareFrom(fourth, '2001:db8:0:8::1')).status).toBe(200);
    expect(await sharesOf(server, fourth.cookie)).toHaveLength(1);
  });
});
