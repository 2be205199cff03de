import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getConversation } from '#contract/conversations/conversations.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

/** Characters, of which 🌊 has two. */
const longest = 5_000_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe('an answer that does not end', () => {
  it('is finished and charged at its longest length, and marked as such', async () => {
    const { cookie } = await server.signIn();
    const { credit } = await creditOf(server, cookie);
    const { accepted, text, end } = await readAll(
      await ask(server, cookie, { text: 'sandbox: flood' }),
    );
    expect(end).toEqual({
      type: 'end',
      state: 'finished',
      reason: null,
      charged: 1,
      truncated: true,
    });
    expect(text.length).toBeGreaterThan(longest - 2);
    expect(text.length).toBeLessThanOrEqual(longest);
    expect(text.isWellFormed()).toBe(true);
    expect(await creditOf(server, cookie)).toEqual({ credit: credit - 1, held: 0 });
    const id = accepted?.conversation_id ?? '';
    const response = await server.fetch(`/api/chat/conversations/${id}`, { cookie });
    const { messages } = (await response.json()) as ResponseOf<typeof getConversation>;
    const answer = messages.find(({ role }) => role === 'assistant');
    expect(answer?.text).toBe(text);
    expect(answer?.answer).toMatchObject({ state: 'finished', charged: 1, truncated: true });
    expect(await verifyLedger(server.database)).toEqual([]);
  });
});
