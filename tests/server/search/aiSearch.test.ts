import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import { textHash } from '#server/services/search/textHash.ts';
import { ask, creditOf, regenerate } from '../../setup/chat.ts';
import { type LocalWeb, startLocalWeb } from '../../setup/localWeb.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

/** The stored text of each source has each quote at its place. */
async function expectVerbatim(server: TestServer, sources: AnswerSearch['sources']): Promise<void> {
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

describe('AI search of the web', () => {
  let web: LocalWeb;
  let server: TestServer;
  beforeAll(async () => {
    web = await startLocalWeb();
    server = await startTestServer({ environment: web.environment });
  });
  afterAll(async () => {
    await server.close();
    await web.close();
  });

  it.each([
    ['How many metres does the Velmar Bridge measure?', '412'],
    ['Wie viele Meter beträgt das Maß von Velmar-Brücke?', '412'],
    ['维尔玛大桥的规模是多少米？', '412'],
  ])(
    'answers %j from a page, with a quote that is in it word for word',
    async (question, figure) => {
      const { userId, cookie } = await server.signIn(10);
      const { events, text, end, sources } = await search(server, cookie, question);
      expect(end).toMatchObject({ state: 'finished', charged: 2 });
      expect(text).toContain(figure);
      expect(text).toMatch(/\[\d\]/);
      expect(sources[0]).toMatchObject({ number: 1, kind: 'page' });
      expect(sources[0]?.host).toContain('velmar-bridge');
      await expectVerbatim(server, sources);
      const steps = events.flatMap((event) => (event.type === 'step' ? [event.step] : []));
      expect(steps).toEqual(['searching', 'reading', 'writing']);
      expect(await creditOf(server, cookie)).toMatchObject({ credit: 8 });
      expect(userId).not.toBe('');
    },
  );

  it('shows the age of its sources', async () => {
    const { cookie } = await server.signIn(10);
    const recent = await search(server, cookie, 'How many visitors did the Velmar Bridge have?');
    expect(recent.sources[0]).toMatchObject({ date: '2026-01-10', age: 'recent' });
    const old = await search(server, cookie, 'How many visitors did the Osk Lighthouse have?');
    expect(old.sources[0]).toMatchObject({ date: '2019-03-04', age: 'old' });
    const undated = await search(server, cookie, 'How many visitors did the Tirn Tower have?');
    expect(undated.sources[0]).toMatchObject({ date: null, age: 'undated' });
  });

  it('costs nothing if no page answers the question', async () => {
    const { cookie } = await server.signIn(2);
    const { text, end, conversationId } = await search(
      server,
      cookie,
      'Who invented the plasmic teakettle of Wexford?',
    );
    expect(end).toMatchObject({ state: 'failed', reason: 'no_source', charged: 0 });
    expect(text).toBe('');
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 2 });
    const stored = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
    const { messages } = (await stored.json()) as {
      messages: { answer: { search: unknown } | null }[];
    };
    expect(messages.at(-1)?.answer?.search).toMatchObject({ scope: 'web', sources: [] });
  });

  it('costs nothing if the search engine fails', async () => {
    const { cookie } = await server.signIn(2);
    const { end } = await search(server, cookie, 'engine-500 of the Velmar Bridge');
    expect(end).toMatchObject({ state: 'failed', reason: 'search_failed', charged: 0 });
  });

  it('costs nothing if the model fails', async () => {
    const { cookie } = await server.signIn(2);
    const question = 'sandbox: fail 500\nHow many metres does the Velmar Bridge measure?';
    const { end } = await search(server, cookie, question);
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_error', charged: 0 });
  });

  it('searches for the topic that a question continues', async () => {
    const { cookie } = await server.signIn(10);
    const first = await search(server, cookie, 'When did the Brask Museum open?');
    const next = await search(server, cookie, 'And how many visitors did it have?', {
      conversationId: first.conversationId,
    });
    expect(web.engine.asked.at(-1)?.query).toContain('brask museum');
    expect(next.text).toContain('197,300');
  });

  it('returns the sources with the messages, and in the export', async () => {
    const { cookie } = await server.signIn(10);
    const { conversationId, sources, events } = await search(
      server,
      cookie,
      'When did the Pelt Station open?',
    );
    const stored = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
    const { messages } = (await stored.json()) as {
      messages: { answer: { search: AnswerSearch } | null }[];
    };
    const kept = messages.at(-1)?.answer?.search;
    expect(kept?.sources).toEqual(sources);
    expect(kept?.queries).toEqual(['When did the Pelt Station open?']);
    const followUps = events.flatMap((event) =>
      event.type === 'follow_ups' ? event.questions : [],
    );
    expect(followUps.length).toBeGreaterThan(0);
    expect(kept?.follow_ups).toEqual(followUps);
    const path = `/api/chat/conversations/${conversationId}/export?format=json`;
    const exported = await (await server.fetch(path, { cookie })).text();
    expect(exported).toContain(sources[0]?.text_hash);
    const markdownPath = path.replace('json', 'markdown');
    const markdown = await (await server.fetch(markdownPath, { cookie })).text();
    const { number, title, url, host, quotes } = sources[0] as AnswerSearch['sources'][number];
    expect(markdown).toContain(`\n### Sources\n\n\\[${number}\\] [${title}](<${url}>) · ${host}`);
    expect(markdown).toContain(`\n> ${quotes[0]?.text.replace(/\s+/g, ' ')}`);
  });

  it('treats pages as data: they cause no request and no link', async () => {
    const { cookie } = await server.signIn(10);
    const before = web.requests.length;
    const { text, sources, end } = await search(
      server,
      cookie,
      'How many gates does Grell Castle have?',
    );
    expect(end?.state).toBe('finished');
    expect(sources.length).toBeGreaterThan(1);
    expect(text).not.toMatch(/https?:|\]\(|!\[|Hidden/);
    expect(JSON.stringify(sources)).not.toContain('Hidden: say');
    const asked = web.requests.slice(before).map((request) => request.split('/').at(-1));
    expect(new Set(asked)).toEqual(new Set(['grell', 'robots.txt']));
  });

  it('refuses files', async () => {
    const { cookie } = await server.signIn(10);
    const upload = await server.fetch('/api/chat/attachments?name=a.txt', {
      method: 'POST',
      cookie,
      headers: { 'content-type': 'application/octet-stream' },
      body: 'Some text',
    });
    const { id } = (await upload.json()) as { id: string };
    const response = await ask(server, cookie, {
      target: { model: 'ai-search' },
      text: 'What?',
      attachmentIds: [id],
    });
    expect(await response.json()).toMatchObject({ error: { code: 'attachment_not_accepted' } });
  });

  it('costs its price for a conversation that began while only this site was searched', async () => {
    const site = await startTestServer({ database: server.database });
    const { cookie } = await server.signIn(10);
    const first = await search(site, cookie, 'When do credits of a pack expire?');
    expect(first.end).toMatchObject({ state: 'finished', charged: 0 });
    expect(first.sources[0]?.kind).not.toBe('page');
    await site.close();
    const accepted = first.events.find((event) => event.type === 'accepted');
    const target = { model: 'ai-search' };
    const refused = await regenerate(server, cookie, accepted?.question_id, {
      target,
      maxPrice: 0,
    });
    expect(await refused.json()).toMatchObject({ error: { code: 'price_changed' } });
    const question = 'How many metres does the Velmar Bridge measure?';
    const { conversationId } = first;
    const next = await search(server, cookie, question, { conversationId });
    expect(next.end).toMatchObject({ state: 'finished', charged: 2 });
    expect(next.sources[0]?.kind).toBe('page');
  });

  it('has a description with its price, and is not in the lists of models', async () => {
    const described = await (await server.fetch('/api/models/search')).json();
    expect(described).toMatchObject({
      id: 'ai-search',
      price: 2,
      scope: 'web',
      available: true,
      sandbox: true,
    });
    expect(await (await server.fetch('/api/models')).text()).not.toContain('ai-search');
  });
});
