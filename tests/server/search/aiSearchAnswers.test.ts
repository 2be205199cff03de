import { afterAll, beforeAll, expect, it } from 'vitest';
import { localPages } from '../../fixtures/localWeb.ts';
import { type LocalWeb, startLocalWeb } from '../../setup/localWeb.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type WrittenUpstream, startWrittenUpstream } from '../../setup/writtenUpstream.ts';

const question = 'How many metres does the Velmar Bridge measure?';

/** The page about the bridge under other addresses: with the same text, and with another one but the same canonical address. */
const copies = localPages
  .filter(({ site, language }) => site.startsWith('velmar-bridge') && language === 'en')
  .flatMap((page) => [
    { ...page, path: '/print.html' },
    {
      ...page,
      path: '/today.html',
      html: `<link rel="canonical" href="${page.path}">${page.html.replace('412', 'Today: 412')}`,
    },
  ]);

let web: LocalWeb;
let upstream: WrittenUpstream;
let server: TestServer;

beforeAll(async () => {
  web = await startLocalWeb([...localPages, ...copies]);
  upstream = await startWrittenUpstream();
  server = await startTestServer({
    environment: { ...web.environment, COMPATIBLE_BASE_URL: upstream.baseUrl },
  });
});

afterAll(async () => {
  await server.close();
  upstream.close();
  await web.close();
});

/** Asks a question that a model answers with `answer`. */
async function searchFor(answer: string) {
  upstream.answer = answer;
  const { cookie } = await server.signIn(10);
  const searched = await search(server, cookie, question);
  const stored = async (format: 'json' | 'markdown') => {
    const path = `/api/chat/conversations/${searched.conversationId}/export?format=${format}`;
    return (await server.fetch(path, { cookie })).text();
  };
  return { ...searched, stored };
}

it('keeps code and formulas of an answer as the model wrote them, also stored and exported', async () => {
  const answer = [
    'It measures 412 metres [1]. Write `xs[0] + xs[2]` or $a_{[2]} = 99$ for it [1].',
    '```python\nfor i in range(45):\n    print(xs[0], "https://a.example/?b=[7]", Map<string, 3>)\n```',
    '$$\nx = [0, 9]\n$$',
    'It measures 413 metres, as `re.match("[?]", s)` shows [1].',
  ].join('\n\n');
  const { text, end, stored } = await searchFor(answer);
  expect(end).toMatchObject({ state: 'finished', charged: 2 });
  expect(text).toBe(`${answer}[?]`);
  expect(await stored('json')).toContain(JSON.stringify(`${answer}[?]`));
  expect(await stored('markdown')).toContain(`${answer} *(`);
});

it('marks wrong units, signs and quotations, but not the numbers of a list', async () => {
  const answer = [
    '## 7 facts\n\n1. The bridge measures four hundred and twelve metres [1].',
    'Step 2: It measures 0.412 km [1].\n\n| # | Length |\n|---|---|\n| 3 | 412 m [1] |',
    'It measures 412 km [1].',
    'It measures -412 m [1].',
    'It is “a bridge without visitors” [1].',
  ].join('\n\n');
  const { text } = await searchFor(answer);
  const marked = text.split('\n').filter((line) => line.includes('[?]'));
  expect(marked).toEqual([
    'It measures 412 km [1].[?]',
    'It measures -412 m [1].[?]',
    'It is “a bridge without visitors” [1].[?]',
  ]);
});

it('counts a page with several addresses as one source', async () => {
  const { sources } = await searchFor('It measures 412 metres [1].');
  const ofBridge = sources.filter(({ host }) => host.startsWith('velmar-bridge-en'));
  expect(copies).toHaveLength(2);
  expect(ofBridge).toHaveLength(1);
  const opened = web.requests.filter((request) => request.includes('velmar-bridge-en'));
  expect(opened.length).toBeGreaterThan(1);
});

it('keeps the topic of a conversation over several questions', async () => {
  upstream.answer = 'It opened in 1987 [1].';
  const { cookie } = await server.signIn(10);
  const first = await search(server, cookie, 'When did the Brask Museum open?');
  const { conversationId } = first;
  await search(server, cookie, 'And how many visitors did it have?', { conversationId });
  await search(server, cookie, 'And in the last year?', { conversationId });
  expect(web.engine.asked.at(-1)?.query).toMatch(/brask museum .*visitors/);
  await search(server, cookie, 'Which mountain climbers like strong coffee?', { conversationId });
  expect(web.engine.asked.at(-1)?.query).not.toContain('brask');
});
