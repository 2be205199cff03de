import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareIdPattern } from '#domain/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { inlineContent } from '#site/inlineContent.ts';
import { ask, readAll } from '../setup/chat.ts';
import { callJson, storeConversation } from '../setup/conversations.ts';
import { openOperatorShell } from '../setup/operatorProcess.ts';
import { release, siteFiles, writeFolder } from '../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

/** The open page, as short as it can be. */
const openPage = (language: string) =>
  `<!doctype html><html lang="${language}"><head><title>Shared</title><meta name="robots" content="noindex">` +
  `<meta property="og:title" content="Shared"><style>body{color:black}</style></head><body><h1 data-fill="heading">None</h1>` +
  `<p data-fill="lead">None</p><a class="button" href="/chat" data-fill="action">Start</a>` +
  `<ol data-fill="messages"></ol><p hidden data-fill="cut">Cut</p><p hidden data-fill="caution">Caution</p>` +
  `<a href="/de/s">Deutsch</a></body></html>`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const pages = ['en', 'de', 'zh_TW'].map((language) => [`${language}/s.html`, openPage(language)]);
  const folder = await writeFolder({ ...siteFiles('one'), ...Object.fromEntries(pages) });
  await release(server.platform.config.dataDir, folder);
  await server.database.query.insert(gpt).values([
    { id: 'g-open', name: 'Open <GPT>' },
    { id: 'g-closed', name: 'Closed', visibility: 'private' },
  ]);
});

afterAll(() => server.close());

type Share = { id: string; conversation_id: string; title: string; path: string };

async function share(cookie: string, id: string): Promise<{ status: number; json: Share }> {
  return callJson<Share>(server, cookie, 'POST', `/api/chat/conversations/${id}/shares`);
}

async function shares(cookie: string): Promise<Share[]> {
  return (await callJson<{ items: Share[] }>(server, cookie, 'GET', '/api/chat/shares')).json.items;
}

/** As a stranger reads it. */
async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const talk = (cookie: string, title = 'Talk') =>
  storeConversation(server, cookie, title, [{ text: 'One?' }, { text: '**Two**' }]);

describe('sharing a conversation', () => {
  it('makes one link for what is shown now, however often and at once it is asked for', async () => {
    const { cookie } = await server.signIn();
    const { id, messageIds } = await talk(cookie);
    const made = await Promise.all(Array.from({ length: 6 }, () => share(cookie, id)));
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
    const [first] = made;
    expect(first?.json).toMatchObject({ conversation_id: id, title: 'Talk' });
    expect(first?.json.id).toMatch(shareIdPattern);
    expect(first?.json.path).toBe(`/s/${first?.json.id}`);
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${id}`, { title: 'Renamed' });
    const renamed = await share(cookie, id);
    expect(renamed.json.id).not.toBe(first?.json.id);
    expect((await shares(cookie)).map(({ title }) => title)).toEqual(['Renamed', 'Talk']);
    expect((await read(first?.json.path ?? '')).html).toContain(
      '<h1 data-fill="heading" dir="auto">Talk</h1>',
    );
    expect(messageIds).toHaveLength(2);
  });

  it('shows the branch up to its end then, and nothing that is said later or elsewhere', async () => {
    const { cookie } = await server.signIn(10);
    const { id, messageIds } = await storeConversation(server, cookie, 'Tree', [
      { text: 'common question' },
      { text: 'left answer' },
      { text: 'right answer', role: 'assistant', parent: 0 },
      { text: 'left question', role: 'user', parent: 1 },
      { text: 'left end', role: 'assistant', parent: 3 },
    ]);
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${id}`, {
      leaf_id: messageIds[2],
    });
    const { json } = await share(cookie, id);
    await readAll(await ask(server, cookie, { conversationId: id, text: 'sandbox: fast 3 later' }));
    const { html } = await read(json.path);
    expect(html).toContain('common question');
    expect(html).toContain('right answer');
    expect(html).not.toMatch(/left|later|delta/);
  });

  it('waits for an answer that is not whole, and needs something to share', async () => {
    const { cookie, userId } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 400' });
    let status = 0;
    const { accepted } = await readAll(response, (reading) => {
      if (reading.text !== '' && status === 0) {
        status = -1;
        void share(cookie, reading.accepted?.conversation_id ?? '').then(
          (answer) => (status = answer.status),
        );
      }
      return false;
    });
    expect(status).toBe(409);
    expect((await share(cookie, accepted?.conversation_id ?? '')).status).toBe(200);
    const { rows } = await server.database.query.execute<{ id: string }>(
      sql`insert into conversation (user_id, title, model) values (${userId}, 'Empty', 'gpt-4o-mini') returning id`,
    );
    expect((await share(cookie, rows[0]?.id ?? '')).status).toBe(409);
    const stranger = await server.signIn();
    expect((await share(stranger.cookie, accepted?.conversation_id ?? '')).status).toBe(404);
  });

  it('is revoked for good; another link may be made', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie);
    const { json } = await share(cookie, id);
    const path = `/api/chat/shares/${json.id}`;
    const stranger = await server.signIn();
    expect((await callJson(server, stranger.cookie, 'DELETE', path)).status).toBe(404);
    expect((await read(json.path)).status).toBe(200);
    expect(await callJson(server, cookie, 'DELETE', path)).toEqual({
      status: 200,
      json: { id: json.id },
    });
    expect((await callJson(server, cookie, 'DELETE', path)).status).toBe(200);
    expect(await shares(cookie)).toEqual([]);
    expect((await read(json.path)).status).toBe(410);
    const again = await share(cookie, id);
    expect(again.json.id).not.toBe(json.id);
    expect((await read(again.json.path)).status).toBe(200);
  });

  it('is taken down by the operator, who says why', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(cookie, (await talk(cookie)).id);
    const shell = await openOperatorShell(server.database.url);
    const revoke = (link: string) =>
      shell.run('shares', 'revoke', link, '--reason', 'Names people');
    expect(await revoke(`https://example.org/de/s/${json.id}?a=1`)).toMatchObject({ status: 0 });
    expect((await read(json.path)).status).toBe(410);
    expect(await revoke(json.id)).toMatchObject({
      status: 1,
      err: 'This link is revoked already\n',
    });
    const audited = await server.database.query
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.subject, json.id));
    expect(audited).toMatchObject([
      { action: 'shares.revoke', details: { reason: 'Names people' } },
    ]);
    await shell.close();
  });

  it('leads nowhere while the conversation is deleted, and again when it is restored', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie);
    const { json } = await share(cookie, id);
    const deletion = await callJson<{ deleted: string }>(
      server,
      cookie,
      'DELETE',
      `/api/chat/conversations/${id}`,
    );
    expect((await read(json.path)).status).toBe(410);
    expect(await shares(cookie)).toEqual([]);
    await callJson(server, cookie, 'POST', '/api/chat/conversations/restore', {
      deleted: deletion.json.deleted,
    });
    expect((await read(json.path)).status).toBe(200);
    expect(await shares(cookie)).toHaveLength(1);
    await server.database.query.execute(sql`delete from conversation where id = ${id}`);
    expect((await read(json.path)).status).toBe(404);
  });
});

describe('the page of a shared conversation', () => {
  it('is in the language of its reader, or in the one of its address', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(cookie, (await talk(cookie)).id);
    const german = await read(json.path, { 'accept-language': 'de-CH,de;q=0.9' });
    expect(german.html).toContain('lang="de"');
    expect(german.html).toContain('GPT-4o-mini ausprobieren');
    expect(german.html).toContain(`href="/de/s/${json.id}"`);
    expect(german.headers.get('vary')).toBe('Accept-Encoding, Cookie, Accept-Language');
    const chosen = await read(json.path, { cookie: 'lang=zh_TW', 'accept-language': 'de' });
    expect(chosen.html).toContain('lang="zh_TW"');
    const named = await read(`/de/s/${json.id}`, { 'accept-language': 'en' });
    expect([named.html.includes('lang="de"'), named.headers.get('vary')]).toEqual([
      true,
      'Accept-Encoding',
    ]);
  });

  it('is listed and kept by nobody, and tells nobody where its readers came from', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(cookie, (await talk(cookie)).id);
    const { headers, status } = await read(json.path);
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

  it('shows what was said as such, whatever it is, and nothing of who said it', async () => {
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
    const { json } = await share(cookie, id);
    const { html } = await read(json.path);
    expect(html).not.toMatch(/<script|<img/);
    expect(inlineContent(html).forbidden).toEqual([]);
    // What was asked is no Markdown.
    expect(html).toContain('  [a](https://a.example)</p>');
    expect(html).toContain('<a href="https://b.example/"');
    expect(html).toContain('secret &lt;/title&gt;');
    expect(html).not.toContain(userId);
    expect(html).not.toContain(id);
    expect(html).not.toContain('example.org');
  });

  it('leads to what was asked where everybody may ask it, and names no private GPT', async () => {
    const { cookie, userId } = await server.signIn();
    const withGpt = async (gptId: string) => {
      const { id } = await talk(cookie, gptId);
      await server.database.query.execute(
        sql`update conversation set model = null, gpt_id = ${gptId} where id = ${id} and user_id = ${userId}`,
      );
      return (await read((await share(cookie, id)).json.path, { 'accept-language': 'en' })).html;
    };
    const open = await withGpt('g-open');
    expect(open).toContain('href="/en/chat/g/g-open">Try Open &lt;GPT&gt;</a>');
    const closed = await withGpt('g-closed');
    expect(closed).toContain('href="/chat" data-fill="action">Start</a>');
    expect(closed.replaceAll('g-closed', '')).not.toContain('Closed');
  });

  it('is a real 404 for what was never there, also for what is no id', async () => {
    for (const id of ['A'.repeat(22), 'x', '%00', '..%2F..', "'%20or%201=1", 'A'.repeat(500)]) {
      const { status, html } = await read(`/s/${id}`, { 'accept-language': 'en' });
      expect(status).toBe(404);
      expect(html).toContain('This link leads nowhere');
      expect(html).not.toContain('<ol');
    }
    expect((await read('/xx/s/abc')).status).not.toBe(200);
  });

  it('is compressed for those who take it, and answers HEAD', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(cookie, (await talk(cookie)).id);
    const packed = await read(json.path, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.html).toContain('<strong>Two</strong>');
    const head = await fetch(`${server.url}${json.path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('ends for a network that reads very many, and says when to come again', async () => {
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
