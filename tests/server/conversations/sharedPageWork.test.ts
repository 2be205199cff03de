import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { answerHtml, message } from '#server/db/schema/chat.ts';
import { renderAnswers } from '#server/services/shares/renderAnswers.ts';
import { storeConversation } from '../../setup/conversations.ts';
import { corePlatform } from '../../setup/database.ts';
import { type TestServer } from '../../setup/server.ts';
import { type Share, readPage, share, startSharingServer } from '../../setup/shares.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startSharingServer();
});

afterAll(() => server.close());

/** Shares a conversation with these answers. */
async function shareAnswers(answers: readonly string[]): Promise<Share> {
  const { cookie } = await server.signIn();
  const turns = answers.flatMap((text) => [{ text: 'One?' }, { text }]);
  const { id } = await storeConversation(server, cookie, 'Talk', turns);
  return (await share(server, cookie, id)).json;
}

async function storedAnswers({ conversation_id }: Share) {
  const { query } = server.database;
  const ids = query
    .select({ id: message.id })
    .from(message)
    .where(eq(message.conversationId, conversation_id));
  return query.select().from(answerHtml).where(inArray(answerHtml.messageId, ids));
}

describe('the answers of a shared conversation', () => {
  it('are rendered when it is shared, and once only', async () => {
    const shared = await shareAnswers(['**One**', 'Two', '![cat](https://a.example/cat.png)']);
    const rows = await storedAnswers(shared);
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      await server.database.query
        .update(answerHtml)
        .set({ html: `<p>Stored ${row.html.length}</p>` })
        .where(eq(answerHtml.messageId, row.messageId));
    }
    const { html } = await readPage(server, shared.path);
    expect(html.match(/<p>Stored \d+<\/p>/g)).toHaveLength(3);
  });

  it('are rendered again by another version of the code, when they are read', async () => {
    const shared = await shareAnswers(['**One**']);
    await server.database.query.update(answerHtml).set({ version: 'older', html: 'Older' });
    expect((await readPage(server, shared.path)).html).toContain('<strong>One</strong>');
    expect((await storedAnswers(shared)).map(({ version }) => version)).not.toContain('older');
  });

  it('that are deleted while they are rendered are not stored', async () => {
    const platform = corePlatform(server.database);
    const answer = { id: randomUUID(), role: 'assistant', text: '**Gone**', search: null };
    const rendered = await renderAnswers(platform, [answer as unknown as BranchMessage]);
    expect(rendered.get(answer.id)).toContain('<strong>Gone</strong>');
  });

  it('have texts in the language of their reader', async () => {
    const shared = await shareAnswers([
      '|a|b|\n|-|-|\n|1|2|\n\n![cat & "dog"](https://a.example/cat.png) \uFDD0t\uFDD1',
    ]);
    const english = await readPage(server, shared.path, { 'accept-language': 'en' });
    const german = await readPage(server, shared.path, { 'accept-language': 'de' });
    expect(english.html).toContain('aria-label="Table, ');
    expect(english.html).toContain('>Picture: cat &amp; &quot;dog&quot;</a>');
    expect(german.html).toContain('aria-label="Tabelle, ');
    expect(german.html).toContain('>Bild: cat &amp; &quot;dog&quot;</a>');
    expect(german.html).not.toMatch(/[\uFDD0\uFDD1]/);
  });

  it('do not block other requests while they are rendered, and are rendered once for parallel readers', async () => {
    const shared = await shareAnswers(Array.from({ length: 5 }, () => '_*a'.repeat(6_300)));
    await server.database.query.update(answerHtml).set({ version: 'older' });
    let isRead = false;
    const pages = Promise.all([readPage(server, shared.path), readPage(server, shared.path)]);
    void pages.finally(() => (isRead = true));
    let served = 0;
    while (!isRead) {
      await (await fetch(`${server.url}/healthz`)).text();
      served += 1;
    }
    expect((await pages).map(({ status }) => status)).toEqual([200, 200]);
    expect(served).toBeGreaterThan(5);
  });

  it('are shown as source beyond the work limit of one page', async () => {
    const formulas = '$a$ '.repeat(1_500);
    const shared = await shareAnswers([formulas, '**One**', formulas, formulas]);
    expect(await storedAnswers(shared)).toHaveLength(3);
    const { html } = await readPage(server, shared.path);
    expect(html).toContain('<strong>One</strong>');
    expect(html.split('<p class="shared-plain">$a$ $a$')).toHaveLength(2);
  });

  it('are shown as source if a short text becomes long HTML', async () => {
    const defined = `[a]: https://a.example/${'b'.repeat(3_900)}`;
    const shared = await shareAnswers([`${defined}\n\n${'[a]\n\n'.repeat(1_000)}`, '**One**']);
    const rows = await storedAnswers(shared);
    expect(Math.max(...rows.map(({ html }) => html.length))).toBeLessThan(20_000);
    const { html } = await readPage(server, shared.path);
    expect(html).toContain('<p class="shared-plain">[a]: https');
    expect(html).toContain('<strong>One</strong>');
    expect(html.length).toBeLessThan(30_000);
  });

  it('are shown as source if they have very many lines', async () => {
    const shared = await shareAnswers(['Many', '**One**']);
    await server.database.query
      .update(message)
      .set({ text: '- a\n'.repeat(200_000) })
      .where(eq(message.text, 'Many'));
    await server.database.query.update(answerHtml).set({ version: 'older' });
    const { html } = await readPage(server, shared.path);
    expect(html).toContain('<p class="shared-plain">- a\n- a');
    expect(html).toContain('<strong>One</strong>');
  });

  it('end with the part that fits on a page, with a note', async () => {
    const shared = await shareAnswers(['First', 'Long', 'Last']);
    await server.database.query
      .update(message)
      .set({ text: 'Long. '.repeat(400_000) })
      .where(eq(message.text, 'Long'));
    const { html } = await readPage(server, shared.path);
    expect(html).toContain('First');
    expect(html).not.toContain('Last');
    expect(html).toContain('<p data-fill="cut">Cut</p>');
  });
});
