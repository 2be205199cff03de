import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import { siteAnswersPerDay } from '#domain/search/aiSearch.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { takeSiteAnswer } from '#server/services/limits/siteAnswers.ts';
import { textHash } from '#server/services/search/textHash.ts';
import { ask, creditOf, readAll, regenerate } from '../../setup/chat.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { readPage, share, startSharingServer } from '../../setup/shares.ts';

const spanish = 'Which GPT helps me learn Spanish?';
const target = { model: 'ai-search' };
// Servers that share a database share their secret.
const environment = {
  SECRET: 'a secret of both servers of this test',
  QUESTIONS_PER_MINUTE: '0',
  QUESTIONS_PER_DAY: '0',
};

let server: TestServer;
let other: TestServer;
let now = new Date();

beforeAll(async () => {
  server = await startSharingServer({ environment, now: () => now });
  await loadStarterIfEmpty(server.database);
  other = await startTestServer({ environment, database: server.database, now: () => now });
});

afterAll(async () => {
  await other.close();
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

async function countRows(table: 'ledger_entry' | 'answer_cost', userId: string): Promise<number> {
  const sql =
    table === 'ledger_entry'
      ? 'select 1 from ledger_entry where user_id = $1 and source_type = $2'
      : 'select 1 from answer_cost c join answer a on a.id = c.answer_id where a.user_id = $1 and $2 <> a.id::text';
  return (await server.database.pool.query(sql, [userId, 'answer'])).rows.length;
}

describe('a question to this site', () => {
  it('is answered with GPTs of the directory, and costs nothing', async () => {
    const { userId, cookie } = await server.signIn(0);
    const { text, end, sources, events } = await search(server, cookie, spanish);
    expect(end).toMatchObject({ state: 'finished', charged: 0 });
    expect(events[0]).toMatchObject({ type: 'accepted', price: 0 });
    expect(sources[0]).toMatchObject({
      number: 1,
      kind: 'gpt',
      gpt_id: 'spanish-conversation-partner',
      url: '/en/gpts/spanish-conversation-partner',
    });
    expect(text).not.toBe('');
    // No credits are held, so the user needs none.
    expect(await countRows('ledger_entry', userId)).toBe(0);
    expect(await countRows('answer_cost', userId)).toBe(1);
    await expectVerbatim(sources);
  });

  it.each([
    ['de', 'Welcher GPT hilft mir beim Anschreiben für eine Bewerbung?', 'bewerbungsschreiben-de'],
    ['ja', '英会話を練習できるGPTはありますか？', 'eikaiwa-ja'],
  ] as const)('finds GPTs in %s', async (language, question, id) => {
    const { cookie } = await server.signIn(0);
    const { sources } = await search(server, cookie, question, { language });
    expect(sources.map(({ gpt_id: gpt }) => gpt)).toContain(id);
    expect(sources[0]?.url.startsWith(`/${language}/gpts/`)).toBe(true);
  });

  it('is answered from the pricing page, in the language of the question', async () => {
    const { cookie } = await server.signIn(0);
    const { sources, text } = await search(server, cookie, 'Was kostet der Tarif Pro?');
    const pricing = sources.find(({ url }) => url === '/de/pricing');
    expect(pricing?.quotes.map((quote) => quote.text).join(' ')).toContain('28,99');
    expect(text).toMatch(/\[\d\]/);
  });

  it('continues the question before, unless it asks for a fact', async () => {
    const { cookie } = await server.signIn(0);
    const { conversationId } = await search(server, cookie, spanish);
    const next = await search(server, cookie, 'And for French?', { conversationId });
    expect(next.sources.map(({ gpt_id: gpt }) => gpt)).toContain('french-conversation-partner');
    const fact = await search(server, cookie, 'What is the capital of Spain?', { conversationId });
    expect(fact.end).toMatchObject({ reason: 'no_source', charged: 0 });
  });

  it('finds a GPT by its name', async () => {
    const { cookie } = await server.signIn(0);
    const { sources } = await search(server, cookie, 'What does the Regex Workbench do?');
    expect(sources[0]?.gpt_id).toBe('regex-workbench');
  });

  it.each([
    'Who won the football World Cup in 2022?',
    'Wie hoch ist die Zugspitze?',
    '谁发明了电话？',
  ])('is refused for free if it is about another subject: %s', async (question) => {
    const { cookie } = await server.signIn(0);
    const { text, end, sources, conversationId } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'failed', reason: 'no_source', charged: 0 });
    expect([text, sources]).toEqual(['', []]);
    // The screen shows the reason by the scope of the stored answer.
    expect(await storedSearch(cookie, conversationId)).toMatchObject({ scope: 'own' });
  });

  it('is offered for free, also without any model', async () => {
    const described = await (await server.fetch('/api/models/search')).json();
    expect(described).toMatchObject({ scope: 'own', price: 0, available: true });
  });

  it('accepts a page that still shows the price of a search of the web', async () => {
    const { cookie } = await server.signIn(0);
    const { accepted } = await readAll(
      await ask(server, cookie, { target, text: spanish, maxPrice: 2 }),
    );
    expect(accepted?.price).toBe(0);
  });

  it('can be asked again, shared and exported with its GPTs', async () => {
    const { cookie } = await server.signIn(0);
    const { conversationId, events } = await search(server, cookie, spanish);
    const accepted = events.find((event) => event.type === 'accepted');
    const again = await readAll(
      await regenerate(server, cookie, accepted?.question_id, { target, maxPrice: 0 }),
    );
    expect(again.end).toMatchObject({ state: 'finished', charged: 0 });
    const exported = await server.fetch(
      `/api/chat/conversations/${conversationId}/export?format=markdown`,
      { cookie },
    );
    const link = '/en/gpts/spanish-conversation-partner';
    expect(await exported.text()).toContain(link);
    const { json } = await share(server, cookie, conversationId);
    expect((await readPage(server, json.path)).html).toContain(link);
  });
});

describe('the answers of a model to questions to this site', () => {
  it('are ten for each account and day, on all servers together', async () => {
    const { userId, cookie } = await server.signIn(0);
    const taken = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        takeSiteAnswer((index % 2 === 0 ? server : other).platform, userId),
      ),
    );
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(siteAnswersPerDay);
    const beyond = await search(server, cookie, spanish);
    expect(beyond.end).toMatchObject({ state: 'finished', charged: 0 });
    expect(beyond.text).toContain('Today’s free answers are used up');
    expect(beyond.sources[0]?.gpt_id).toBe('spanish-conversation-partner');
    const german = await search(server, cookie, spanish, { language: 'de' });
    expect(german.text).toContain('aufgebraucht');
    now = new Date(now.getTime() + 86_400_000);
    const tomorrow = await search(server, cookie, spanish);
    expect(tomorrow.text).not.toContain('used up');
  });

  it.each(['fail 500', 'cut 3'])(
    'are replaced by the list when the model fails: %s',
    async (command) => {
      const { cookie } = await server.signIn(0);
      const { text, end, sources } = await search(
        server,
        cookie,
        `sandbox: ${command}\n${spanish}`,
      );
      expect(end).toMatchObject({ state: 'finished', reason: null, charged: 0 });
      expect(text).toBe(
        'These results from this site match your question. No model could write an answer just now.',
      );
      expect(sources[0]?.gpt_id).toBe('spanish-conversation-partner');
    },
  );

  it('are counted only if the model has run', async () => {
    const { userId, cookie } = await server.signIn(0);
    await search(server, cookie, `sandbox: fail 500\n${spanish}`);
    await search(server, cookie, 'Who won the football World Cup in 2022?');
    const left = await Promise.all(
      Array.from({ length: 20 }, () => takeSiteAnswer(server.platform, userId)),
    );
    expect(left.filter((isTaken) => isTaken)).toHaveLength(siteAnswersPerDay);
  });

  it('end with the budget of their provider, and the list remains', async () => {
    await setCap(server.platform, 'sandbox', 0, 'a test');
    await expect.poll(() => server.platform.catalogue.caps.get('sandbox')).toBe(0);
    const { cookie } = await server.signIn(0);
    const { text, end, sources } = await search(server, cookie, spanish);
    expect(end).toMatchObject({ state: 'finished', charged: 0 });
    expect(text).toContain('No model could write an answer just now.');
    expect(sources[0]?.gpt_id).toBe('spanish-conversation-partner');
    await setCap(server.platform, 'sandbox', null, 'a test');
    await expect.poll(() => server.platform.catalogue.caps.has('sandbox')).toBe(false);
  });

  it('leave no hold behind when their server dies', async () => {
    const dying = await startTestServer({ environment, database: server.database });
    const { cookie } = await dying.signIn(0);
    const response = await ask(dying, cookie, { target, text: `sandbox: slow\n${spanish}` });
    const reading = readAll(response).catch(() => undefined);
    await expect
      .poll(async () => {
        const { rows } = await server.database.pool.query(
          "select 1 from answer where state = 'running' and model = 'ai-search'",
        );
        return rows.length;
      })
      .toBe(1);
    expect(await verifyLedger(server.database)).toEqual([]);
    await dying.close();
    await reading;
    const { rows } = await server.database.pool.query(
      "select charged from answer where state = 'interrupted' and model = 'ai-search'",
    );
    expect(rows).toEqual([{ charged: 0 }]);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 0, held: 0 });
  });
});

async function storedSearch(cookie: string, conversationId: string): Promise<unknown> {
  const stored = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
  const { messages } = (await stored.json()) as {
    messages: { answer: { search: unknown } | null }[];
  };
  return messages.at(-1)?.answer?.search;
}

/** The stored text of each source has each quote at its place. */
async function expectVerbatim(sources: AnswerSearch['sources']): Promise<void> {
  for (const source of sources) {
    const { rows } = await server.database.pool.query<{ text: string }>(
      'select text from search_text where hash = $1',
      [source.text_hash],
    );
    const text = rows[0]?.text ?? '';
    expect(textHash(text)).toBe(source.text_hash);
    for (const quote of source.quotes) {
      expect(text.slice(quote.start, quote.end)).toBe(quote.text);
    }
  }
}
