import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { ask, readAll } from '../../setup/chat.ts';
import { type Whole, callJson, storeConversation } from '../../setup/conversations.ts';
import type { TestServer } from '../../setup/server.ts';
import { readPage, share, startSharingServer, talk } from '../../setup/shares.ts';

type Card = { id: string; title: string; target: object; copied_first?: number };

let server: TestServer;

beforeAll(async () => {
  server = await startSharingServer();
});

afterAll(() => server.close());

async function shareTalk(title?: string) {
  const author = await server.signIn(10);
  const { id } = await talk(server, author.cookie, title);
  const { json } = await share(server, author.cookie, id);
  return { author, id, shareId: json.id };
}

function continueShare(cookie: string, shareId: string) {
  return callJson<Card>(server, cookie, 'POST', `/api/chat/shares/${shareId}/continue`);
}

async function textsOf(cookie: string, id: string): Promise<string[]> {
  const { json } = await callJson<Whole>(server, cookie, 'GET', `/api/chat/conversations/${id}`);
  return json.messages.map(({ role, text }) => `${role}: ${text}`);
}

describe('a shared conversation', () => {
  it('is copied once into the account of a reader, who continues it; the author has no part in that', async () => {
    const { author, id, shareId } = await shareTalk();
    const { cookie } = await server.signIn(10);
    const first = await continueShare(cookie, shareId);
    expect(first).toMatchObject({ status: 200, json: { title: 'Talk' } });
    const copy = first.json.id;
    expect(copy).not.toBe(id);
    expect(first.json.copied_first).toBeUndefined();
    expect(await textsOf(cookie, copy)).toEqual(['user: One?', 'assistant: **Two**']);
    const target = { model: 'gpt-4o-mini' };
    const question = { text: 'sandbox: fast 1', conversationId: copy, target, switchTarget: true };
    const { end } = await readAll(await ask(server, cookie, question));
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    expect((await continueShare(cookie, shareId)).json.id).toBe(copy);
    expect(await textsOf(author.cookie, id)).toHaveLength(2);
  });

  it('opens itself for its author, and returns after its copy was deleted', async () => {
    const { author, id, shareId } = await shareTalk();
    expect((await continueShare(author.cookie, shareId)).json.id).toBe(id);
    const { cookie } = await server.signIn(0);
    const copy = (await continueShare(cookie, shareId)).json.id;
    await callJson(server, cookie, 'DELETE', `/api/chat/conversations/${copy}`);
    expect((await continueShare(cookie, shareId)).json.id).toBe(copy);
    expect(await textsOf(cookie, copy)).toHaveLength(2);
  });

  it('is copied once for two requests at the same moment', async () => {
    const { shareId } = await shareTalk();
    const { cookie } = await server.signIn(0);
    const copies = await Promise.all([1, 2, 3].map(() => continueShare(cookie, shareId)));
    expect(new Set(copies.map(({ json }) => json.id)).size).toBe(1);
  });

  it('is copied up to the end of its page if it is too long, with the number of messages', async () => {
    const author = await server.signIn(0);
    const long = 'word '.repeat(80_000);
    const texts = Array.from({ length: 8 }, (_, index) => ({ text: `${index} ${long}` }));
    const { id } = await storeConversation(server, author.cookie, 'Long', texts);
    const { json } = await share(server, author.cookie, id);
    const { html } = await readPage(server, `/en/s/${json.id}`);
    expect(html).toContain('<p data-fill="cut">');
    const { cookie } = await server.signIn(0);
    for (let time = 0; time < 2; time += 1) {
      const copy = (await continueShare(cookie, json.id)).json;
      expect(copy.copied_first).toBe(5);
      expect(await textsOf(cookie, copy.id)).toHaveLength(5);
    }
    expect((await continueShare(author.cookie, json.id)).json.copied_first).toBeUndefined();
  });

  it('is not copied without a session, after it was revoked, or if there is none', async () => {
    const { author, shareId } = await shareTalk();
    const { cookie } = await server.signIn(0);
    expect((await continueShare('', shareId)).status).toBe(401);
    const unknown = 'A'.repeat(shareId.length);
    expect((await continueShare(cookie, unknown)).status).toBe(404);
    await callJson(server, author.cookie, 'DELETE', `/api/chat/shares/${shareId}`);
    expect(await continueShare(cookie, shareId)).toMatchObject({
      status: 410,
      json: { error: { code: 'gone' } },
    });
  });

  it('is continued with the default model if its GPT is not public', async () => {
    const { id, shareId } = await shareTalk();
    await server.database.query.execute(
      sql`update conversation set model = 'dall-e-3' where id = ${id}`,
    );
    const { cookie } = await server.signIn(0);
    const { json } = await continueShare(cookie, shareId);
    expect(json.target).toEqual({ model: 'gpt-4o-mini' });
  });
});

describe('the page of a shared conversation', () => {
  it('leads to the copy, and describes itself by its first question and answer', async () => {
    const { shareId } = await shareTalk('A <title>');
    const { html } = await readPage(server, `/en/s/${shareId}`);
    expect(html).toContain(`<a data-fill="continue" href="/en/chat/continue/${shareId}">`);
    expect(html).toContain('<meta property="og:title" content="A &lt;title&gt; · Dolores">');
    expect(html).toContain('<meta property="og:description" content="One? – Two">');
  });

  it('leaves out questions that were not answered, and exists only if one was', async () => {
    const { cookie } = await server.signIn(10);
    const { id } = await storeConversation(server, cookie, 'Talk', [
      { text: 'Answered?' },
      { text: 'Yes.' },
      { text: 'Failed?' },
      { text: 'To be emptied' },
      { text: 'Again?' },
      { text: 'Yes, again.' },
    ]);
    await server.database.query.execute(
      sql`update message set text = '' where conversation_id = ${id} and text = 'To be emptied'`,
    );
    const { json } = await share(server, cookie, id);
    const { html } = await readPage(server, json.path);
    expect(html).toContain('Answered?');
    expect(html).toContain('Yes, again.');
    expect(html).not.toContain('Failed?');
    await server.database.query.execute(
      sql`update message set text = '' where conversation_id = ${id} and role = 'assistant'`,
    );
    await server.database.query.execute(sql`delete from conversation_share where id = ${json.id}`);
    expect((await share(server, cookie, id)).status).toBe(409);
  });
});
