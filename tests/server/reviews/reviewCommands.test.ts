import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { callApi, rate, signInUserOf } from '../../setup/reviews.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let shell: OperatorShell;
/** A review with a text that would colour a terminal. */
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  shell = await openOperatorShell(server.database.url);
  await server.database.query.insert(gpt).values([
    { id: 'poet', name: 'Poet' },
    { id: 'cook', name: 'Cook' },
  ]);
  const { cookie } = await signInUserOf(server, 'poet', 'cook');
  id = (await rate(server, cookie, 'poet', 1, 'Buy\n\u001b[31mpills')).body.id;
  await rate(server, cookie, 'cook', 5);
  const reader = await server.signIn();
  const report = (path: string, body: unknown) =>
    callApi(server, 'POST', path, { cookie: reader.cookie, body });
  await report(`/api/reviews/${id}/report`, { reason: 'spam', details: 'Sells pills' });
  await report('/api/gpts/cook/report', { reason: 'broken' });
});

afterAll(async () => {
  await shell.close();
  await server.close();
});

/** Runs the operator’s command line next to the server. */
const dolores = (...args: string[]) => shell.run(...args);

function audited(action: string) {
  return server.database.query.select().from(auditEntry).where(eq(auditEntry.action, action));
}

async function ratingsOf(gptId: string) {
  const [row] = await server.database.query.select().from(gpt).where(eq(gpt.id, gptId));
  return row?.ratings;
}

describe('the operator', () => {
  it('lists reviews, of one GPT or of all, without control characters for the terminal', async () => {
    const all = await dolores('reviews', 'list');
    expect(all.out).toMatch(/★★★★★ {2}cook/);
    expect(all.out).toContain(`${id}  ${new Date().toISOString().slice(0, 10)}  ★☆☆☆☆  poet`);
    expect(all.out).toContain('\n  Buy [31mpills\n');
    expect(all.out).not.toContain('\u001b');
    const one = await dolores('reviews', 'list', '--gpt', 'cook');
    expect(one.out.trim().split('\n')).toHaveLength(1);
  });

  it('lists open reports and closes them with a note', async () => {
    const { out } = await dolores('reports', 'list');
    expect(out).toMatch(
      /spam {2}review {2}[-\da-f]{36}\n {2}about: Buy \[31mpills\n {2}says: Sells pills\n/,
    );
    const report = /^([-\da-f]{36}) .* broken {2}gpt {2}cook\n {2}about: Cook$/m.exec(out)?.[1];
    const closed = await dolores('reports', 'close', report ?? '', '--note', 'Works for us');
    expect(closed).toMatchObject({ status: 0, out: 'Closed.\n' });
    expect((await dolores('reports', 'list')).out).not.toContain('cook');
    expect((await dolores('reports', 'list', '--all')).out).toMatch(/cook {2}closed \d{4}-/);
    expect(await audited('reports.close')).toMatchObject([
      { subject: report, details: { type: 'gpt', subject: 'cook', note: 'Works for us' } },
    ]);
    const again = await dolores('reports', 'close', report ?? '', '--note', 'Again');
    expect(again).toMatchObject({ status: 1, err: 'This report is closed already\n' });
  });

  it('hides a review with a reason, which closes reports about it, and shows it again', async () => {
    const hidden = await dolores('reviews', 'hide', id, '--reason', 'Advertising');
    expect(hidden.out).toContain('Reports about it that this closed: 1.');
    expect(await ratingsOf('poet')).toBe(0);
    expect((await dolores('reviews', 'list')).out).toMatch(/poet {2}by User 0001 {2}hidden \d{4}-/);
    expect((await dolores('reports', 'list')).out).toBe('There are no open reports.\n');
    expect((await dolores('reviews', 'show', id)).out).toContain('Shown again.');
    expect(await ratingsOf('poet')).toBe(1);
    expect(await audited('reviews.hide')).toMatchObject([
      { subject: id, details: { gpt: 'poet', reason: 'Advertising' } },
    ]);
    expect(await audited('reviews.show')).toMatchObject([{ subject: id }]);
  });

  it('gets a sentence for a wrong id or reason', async () => {
    const reason = ['--reason', 'Spam'];
    expect((await dolores('reviews', 'hide', 'poet', ...reason)).err).toContain('“poet” is no id');
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const unknown = await dolores('reviews', 'hide', unknownId, ...reason);
    expect(unknown).toMatchObject({ status: 1, err: 'There is no review with this id\n' });
    expect((await dolores('reviews', 'hide', id)).err).toContain('--reason');
    expect((await dolores('reviews', 'hide', id, '--reason', ' ')).err).toContain(
      '--reason must say something',
    );
  });

  it('verifies the sums, and gets a list of wrong ones', async () => {
    expect((await dolores('reviews', 'verify')).status).toBe(0);
    await server.database.query.update(gpt).set({ ratings: 7 }).where(eq(gpt.id, 'cook'));
    const { status, err } = await dolores('reviews', 'verify');
    expect(status).toBe(1);
    expect(err).toContain('Wrong: cook has ratings: 7, stars: 5, with a text: 0');
    expect(err).toContain('its reviews have ratings: 1, stars: 5, with a text: 0');
  });
});
