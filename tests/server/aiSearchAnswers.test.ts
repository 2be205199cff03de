import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalWeb, startLocalWeb } from '../setup/localWeb.ts';
import { search } from '../setup/searching.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';
import { type WrittenUpstream, startWrittenUpstream } from '../setup/writtenUpstream.ts';

const question = 'How many metres does the Velmar Bridge measure?';

let web: LocalWeb;
let upstream: WrittenUpstream;
let server: TestServer;

beforeAll(async () => {
  web = await startLocalWeb();
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

it('keeps code and formulas of an answer as the model wrote them, stored and exported too', async () => {
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

it('marks wrong units, signs and quotations, but not the numbers by which an answer is ordered', async () => {
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
