import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { inlineContent } from '#release/inlineContent.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { storeConversation } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { readPage, share, startSharingServer, talk } from '../../setup/shares.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startSharingServer();
  await server.database.query.insert(gpt).values([
    { id: 'g-open', name: 'Open <GPT>' },
    { id: 'g-closed', name: 'Closed', visibility: 'private' },
  ]);
});

afterAll(() => server.close());

describe('the page of a shared conversation', () => {
  it('is in the language of its reader, or in the one of its address', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(server, cookie, (await talk(server, cookie)).id);
    const german = await readPage(server, json.path, { 'accept-language': 'de-CH,de;q=0.9' });
    expect(german.html).toContain('lang="de"');
    expect(german.html).toContain('GPT-4o-mini ausprobieren');
    expect(german.html).toContain(`href="/de/s/${json.id}"`);
    expect(german.headers.get('vary')).toBe('Accept-Encoding, Cookie, Accept-Language');
    const chosen = await readPage(server, json.path, {
      cookie: 'lang=zh_TW',
      'accept-language': 'de',
    });
    expect(chosen.html).toContain('lang="zh_TW"');
    const named = await readPage(server, `/de/s/${json.id}`, { 'accept-language': 'en' });
    expect([named.html.includes('lang="de"'), named.headers.get('vary')]).toEqual([
      true,
      'Accept-Encoding',
    ]);
  });

  it('is never listed or cached, and sends no referrer', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(server, cookie, (await talk(server, cookie)).id);
    const { headers, status } = await readPage(server, json.path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('shows the sources of AI search with their passages, and links to no other sites', async () => {
    const { cookie } = await server.signIn();
    const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    const text = 'Bees have five eyes [1][7]. They weigh 3 kg [?]. [More](https://evil.example/)';
    const sources = [
      {
        number: 1,
        kind: 'page',
        url: 'https://bees.example/a?b&c',
        host: 'bees.example',
        title: '<b>Bees</b>',
        date: '1999-05-01',
        age: 'old',
        text_hash: '0'.repeat(64),
        fetched: '2026-03-03T10:00:00.000Z',
        quotes: [{ text: 'Five "eyes" & <i>', start: 0, end: 17 }],
      },
    ];
    const { query } = server.database;
    await query.execute(
      sql`update message set text = ${text} where id = ${accepted?.message_id ?? ''}`,
    );
    await query.execute(
      sql`insert into answer_search (answer_id, scope, queries, sources, follow_ups)
        values (${accepted?.answer_id ?? ''}, 'web', array['bees'], ${JSON.stringify(sources)}::jsonb, '{}')`,
    );
    const { json } = await share(server, cookie, accepted?.conversation_id ?? '');
    const { html } = await readPage(server, json.path);
    const prefix = `source-${accepted?.message_id}-`;
    expect(html).toContain(`<sup><a href="#${prefix}1">1</a></sup>[7]`);
    expect(html).toContain('not found in the source');
    expect(html).toContain(
      `<li id="${prefix}1" value="1"><a href="https://bees.example/a?b&amp;c"`,
    );
    expect(html).toContain('&lt;b&gt;Bees&lt;/b&gt;');
    expect(html).toContain('bees.example · May 1, 1999 · old');
    expect(html).toContain('Five &quot;eyes&quot; &amp; &lt;i&gt;</blockquote>');
    expect(html).not.toContain('evil.example');
  });

  it('shows messages as text, and no data of their author', async () => {
    const { cookie, userId } = await server.signIn();
    const attack = '</title></h1><script>alert(1)</script><img src=x onerror=alert(1)>" onclick="x';
    const { id, messageIds } = await storeConversation(server, cookie, attack, [
      { text: `${attack}\n\n  [a](https://a.example)` },
      { text: `${attack} [b](https://b.example)` },
    ]);
    await server.database.query.execute(
      sql`insert into attachment (user_id, message_id, kind, name, type, size)
        values (${userId}, ${messageIds[0]}, 'text', ${`secret ${attack}.txt`}, 'text/plain', 3)`,
    );
    const { json } = await share(server, cookie, id);
    const { html } = await readPage(server, json.path);
    expect(html).not.toMatch(/<script|<img/);
    expect(inlineContent(html).forbidden).toEqual([]);
    // A question is not Markdown.
    expect(html).toContain('  [a](https://a.example)</p>');
    expect(html).toContain('<a href="https://b.example/"');
    expect(html).toContain('secret &lt;/title&gt;');
    expect(html).not.toContain(userId);
    expect(html).not.toContain(id);
    expect(html).not.toContain('example.org');
  });

  it('has footnotes below an answer, named in the reader’s language, and breaks lines', async () => {
    const { cookie } = await server.signIn();
    const { id, messageIds } = await storeConversation(server, cookie, 'Notes', [
      { text: 'Say it' },
      { text: 'One[^a].\n\n[^a]: The note\n\n|x|\n|-|\n|1<br>2|' },
    ]);
    const { json } = await share(server, cookie, id);
    const { html } = await readPage(server, json.path);
    const note = `note-${messageIds[1]}-1`;
    expect(html).toContain(`One<sup><a href="#${note}" aria-label="Footnote 1">1</a></sup>.`);
    expect(html).toContain(`<li id="${note}" tabindex="-1"><p>The note</p>`);
    expect(html).toContain('<section class="answer-notes"><ol aria-label="Footnotes">');
    expect(html).toContain('<td>1<br>2</td>');
    expect(html).not.toMatch(/[\uFDD0\uFDD1]/);
  });

  it('links to its model or GPT if it is public, and names no private GPT', async () => {
    const { cookie, userId } = await server.signIn();
    const withGpt = async (gptId: string) => {
      const { id } = await talk(server, cookie, gptId);
      await server.database.query.execute(
        sql`update conversation set model = null, gpt_id = ${gptId} where id = ${id} and user_id = ${userId}`,
      );
      return (
        await readPage(server, (await share(server, cookie, id)).json.path, {
          'accept-language': 'en',
        })
      ).html;
    };
    const open = await withGpt('g-open');
    expect(open).toContain('href="/en/chat/g/g-open">Try Open &lt;GPT&gt;</a>');
    const closed = await withGpt('g-closed');
    expect(closed).toContain('href="/chat" data-fill="action">Start</a>');
    expect(closed.replaceAll('g-closed', '')).not.toContain('Closed');
  });

  it('answers 404 for an unknown link, also for an invalid id', async () => {
    for (const id of ['A'.repeat(22), 'x', '%00', '..%2F..', "'%20or%201=1", 'A'.repeat(500)]) {
      const { status, html } = await readPage(server, `/s/${id}`, { 'accept-language': 'en' });
      expect(status).toBe(404);
      expect(html).toContain('This link leads nowhere');
      expect(html).not.toContain('<ol');
    }
    expect((await readPage(server, '/xx/s/abc')).status).not.toBe(200);
  });

  it('is compressed for clients that accept it, and answers HEAD', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(server, cookie, (await talk(server, cookie)).id);
    const packed = await readPage(server, json.path, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.html).toContain('<strong>Two</strong>');
    const head = await fetch(`${server.url}${json.path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('ends for a network that reads very many, with the time of the next try', async () => {
    const other = await startTestServer({
      database: server.database,
      environment: { TRUSTED_PROXIES: '1' },
      config: { dataDir: server.platform.config.dataDir },
    });
    const get = () =>
      fetch(`${other.url}/s/none`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    const statuses = new Map<number, number>();
    for (let count = 0; count < 31; count += 1) {
      for (const { status } of await Promise.all(Array.from({ length: 10 }, get))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 300, 429: 10 });
    expect(Number((await get()).headers.get('retry-after'))).toBeGreaterThan(0);
    await other.close();
  });
});
