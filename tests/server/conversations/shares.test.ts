import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareIdPattern } from '#domain/chat/chat.ts';
import { conversationShare } from '#server/db/schema/chat.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { callJson, storeConversation } from '../../setup/conversations.ts';
import { openOperatorShell } from '../../setup/operatorProcess.ts';
import type { TestServer } from '../../setup/server.ts';
import { readPage, share, sharesOf, startSharingServer, talk } from '../../setup/shares.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startSharingServer();
});

afterAll(() => server.close());

describe('sharing a conversation', () => {
  it('makes one link for the shown branch, for any number of requests', async () => {
    const { cookie } = await server.signIn();
    const { id, messageIds } = await talk(server, cookie);
    const made = await Promise.all(Array.from({ length: 6 }, () => share(server, cookie, id)));
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
    const [first] = made;
    expect(first?.json).toMatchObject({ conversation_id: id, title: 'Talk' });
    expect(first?.json.id).toMatch(shareIdPattern);
    expect(first?.json.path).toBe(`/s/${first?.json.id}`);
    await callJson(server, cookie, 'PATCH', `/api/chat/conversations/${id}`, { title: 'Renamed' });
    const renamed = await share(server, cookie, id);
    expect(renamed.json.id).not.toBe(first?.json.id);
    expect((await sharesOf(server, cookie)).map(({ title }) => title)).toEqual(['Renamed', 'Talk']);
    expect((await readPage(server, first?.json.path ?? '')).html).toContain(
      '<h1 data-fill="heading" dir="auto">Talk</h1>',
    );
    expect(messageIds).toHaveLength(2);
  });

  it('shows the branch up to its end then, and no later or other messages', async () => {
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
    const { json } = await share(server, cookie, id);
    await readAll(await ask(server, cookie, { conversationId: id, text: 'sandbox: fast 3 later' }));
    const { html } = await readPage(server, json.path);
    expect(html).toContain('common question');
    expect(html).toContain('right answer');
    expect(html).not.toMatch(/left|later|delta/);
  });

  it('waits for an answer that is not finished, and needs at least one message', async () => {
    const { cookie, userId } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 400' });
    let status = 0;
    const { accepted } = await readAll(response, (reading) => {
      if (reading.text !== '' && status === 0) {
        status = -1;
        void share(server, cookie, reading.accepted?.conversation_id ?? '').then(
          (answer) => (status = answer.status),
        );
      }
      return false;
    });
    expect(status).toBe(409);
    expect((await share(server, cookie, accepted?.conversation_id ?? '')).status).toBe(200);
    const { rows } = await server.database.query.execute<{ id: string }>(
      sql`insert into conversation (user_id, title, model) values (${userId}, 'Empty', 'gpt-4o-mini') returning id`,
    );
    expect((await share(server, cookie, rows[0]?.id ?? '')).status).toBe(409);
    const stranger = await server.signIn();
    expect((await share(server, stranger.cookie, accepted?.conversation_id ?? '')).status).toBe(
      404,
    );
  });

  it('is revoked for good; another link may be made', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(server, cookie);
    const { json } = await share(server, cookie, id);
    const path = `/api/chat/shares/${json.id}`;
    const stranger = await server.signIn();
    expect((await callJson(server, stranger.cookie, 'DELETE', path)).status).toBe(404);
    expect((await readPage(server, json.path)).status).toBe(200);
    expect(await callJson(server, cookie, 'DELETE', path)).toEqual({
      status: 200,
      json: { id: json.id },
    });
    expect((await callJson(server, cookie, 'DELETE', path)).status).toBe(200);
    expect(await sharesOf(server, cookie)).toEqual([]);
    expect((await readPage(server, json.path)).status).toBe(410);
    const again = await share(server, cookie, id);
    expect(again.json.id).not.toBe(json.id);
    expect((await readPage(server, again.json.path)).status).toBe(200);
  });

  it('is taken down by the operator, with a reason', async () => {
    const { cookie } = await server.signIn();
    const { json } = await share(server, cookie, (await talk(server, cookie)).id);
    const shell = await openOperatorShell(server.database.url);
    const revoke = (link: string) =>
      shell.run('shares', 'revoke', '--yes', link, '--reason', 'Names people');
    expect(await revoke(`https://example.org/de/s/${json.id}?a=1`)).toMatchObject({ status: 0 });
    expect((await readPage(server, json.path)).status).toBe(410);
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

  it.each(['-', '--'])('is revoked by the operator, if its id begins with %s', async (dashes) => {
    const { cookie } = await server.signIn();
    const { json } = await share(server, cookie, (await talk(server, cookie)).id);
    const id = json.id.replace(/^.{6}/, `${dashes}reason`.slice(0, 6));
    await server.database.query
      .update(conversationShare)
      .set({ id })
      .where(eq(conversationShare.id, json.id));
    const shell = await openOperatorShell(server.database.url);
    const revoke = (...args: string[]) => shell.run('shares', 'revoke', '--yes', ...args);
    const misspelled = await revoke(id, '--reson', 'x', '--reason', 'Names people');
    expect(misspelled).toMatchObject({ status: 2, out: '' });
    expect(misspelled.err).toContain("unknown option '--reson'\n(Did you mean --reason?)");
    const short = await revoke(id.slice(0, -1), '--reason', 'Names people');
    expect(short).toMatchObject({ status: 2, out: '' });
    const revoked = await revoke(id, '--reason', 'Names people');
    expect(revoked).toMatchObject({ status: 0, out: `Revoked: ${id} leads nowhere now.\n` });
    const again = await revoke('--reason', 'Names people', '--', id);
    expect(again).toMatchObject({ status: 1, err: 'This link is revoked already\n' });
    await shell.close();
  });

  it('is missing while the conversation is deleted, and restored with it', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(server, cookie);
    const { json } = await share(server, cookie, id);
    const deletion = await callJson<{ deleted: string }>(
      server,
      cookie,
      'DELETE',
      `/api/chat/conversations/${id}`,
    );
    expect((await readPage(server, json.path)).status).toBe(410);
    expect(await sharesOf(server, cookie)).toEqual([]);
    await callJson(server, cookie, 'POST', '/api/chat/conversations/restore', {
      deleted: deletion.json.deleted,
    });
    expect((await readPage(server, json.path)).status).toBe(200);
    expect(await sharesOf(server, cookie)).toHaveLength(1);
    await server.database.query.execute(sql`delete from conversation where id = ${id}`);
    expect((await readPage(server, json.path)).status).toBe(404);
  });
});
