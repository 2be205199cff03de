import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGpts } from '#contract/gpts/gpts.ts';
import { report, savedGpt } from '#server/db/schema/gpts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { editGpt } from '#server/services/gpts/editGpt.ts';
import { hideGpt, removeGpt, setVisibility, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { importFile } from '../../setup/importing.ts';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

let server: OperatedServer;

beforeAll(async () => {
  server = await startOperatedServer();
  const rows = ['poet', 'cook', 'pilot', 'tutor'].map((id) => ({
    id,
    name: `The ${id}`,
    tags: ['made up'],
  }));
  const file = await server.folder.write(
    'some.jsonl',
    rows.map((row) => JSON.stringify(row)).join('\n'),
  );
  expect(await dolores('import', file)).toMatchObject({ status: 0 });
});

afterAll(() => server.close());

function dolores(...args: string[]): Promise<OperatorRun> {
  return server.shell.run('gpts', ...args);
}

async function idsInList(): Promise<string[]> {
  const response = await server.fetch('/api/gpts');
  return listGpts.response.parse(await response.json()).items.map(({ id }) => id);
}

async function lastAudit() {
  const [row] = await server.database.query
    .select()
    .from(auditEntry)
    .orderBy(desc(auditEntry.id))
    .limit(1);
  return row;
}

describe('importing', () => {
  it('reports the results of the rows, and writes every rejected one into a file', async () => {
    const lines = Array.from({ length: 1_500 }, (_, n) =>
      JSON.stringify(n % 3 === 0 ? { id: `mixed-${n}`, name: `Mixed ${n}` } : { id: `mixed-${n}` }),
    );
    const file = await server.folder.write('mixed.jsonl', lines.join('\n'));
    const rejects = await server.folder.write('rejects.jsonl', 'of an earlier import\n');
    const run = await dolores('import', file, '--rejects', rejects);
    expect(run).toMatchObject({ status: 1 });
    expect(run.out).toContain(
      `${file}: 500 new, 0 changed, 0 unchanged, 1000 rejected\n  ${file}:2: name is missing\n`,
    );
    expect(run.out).toContain('… and 980 more; --rejects FILE writes them all');
    const written = (await readFile(rejects, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(written).toHaveLength(1_000);
    const row = { id: 'mixed-1499' };
    const errors = ['name is missing'];
    const rejected = { outcome: 'rejected', file, line: 1_500, id: row.id, row, errors };
    expect(written.at(-1)).toEqual(rejected);
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.import',
      subject: file,
      details: { added: 500, rejected: 1_000 },
    });
  });

  it('imports nothing if one of the files is missing', async () => {
    const file = await server.folder.write('alone.jsonl', '{"id":"alone","name":"Alone"}');
    const run = await dolores('import', file, server.folder.path('misspelt.jsonl'));
    expect(run).toMatchObject({
      status: 1,
      err: `There is no file ${server.folder.path('misspelt.jsonl')}\n`,
    });
    expect(await server.answerOf('alone')).toBe(404);
  });
});

describe('editing', () => {
  it('changes fields by the rules of the import, and keeps the change when the same file comes again', async () => {
    const sets = ['name=A=B', 'tags=one|two', 'rating=4.5', 'description='];
    const run = await dolores('edit', 'poet', ...sets.flatMap((set) => ['--set', set]));
    expect(run).toMatchObject({ status: 0, err: '' });
    const edited = { name: 'A=B', tags: ['one', 'two'], description: null };
    expect(await server.answerOf('poet')).toMatchObject({ ...edited, imported_rating: 4.5 });
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.edit',
      subject: 'poet',
      details: { set: { ...edited, rating: 4.5 } },
    });
    const found = await server.fetch('/api/gpts?query=A%3DB');
    expect(await found.json()).toMatchObject({ items: [{ id: 'poet' }] });
    const again = await importFile(server.database, server.folder.path('some.jsonl'));
    expect(again).toMatchObject({ unchanged: 4 });
    expect(await server.answerOf('poet')).toMatchObject(edited);
    expect(await editGpt(server.database, 'poet', [{ field: 'name', text: 'A=B' }])).toBe(false);
  });

  it.for<[string, string, string]>([
    ['name', '', 'name is missing'],
    ['rating', '9', 'rating must be a number from 1 to 5'],
    ['id', 'other', 'id is not a field that can be set'],
    ['nonsense', 'x', 'nonsense is not a field that can be set'],
    ['visibility', 'link', 'visibility is not a field that can be set'],
  ])('refuses to set %s to “%s”', async ([field, text, sentence]) => {
    const before = await lastAudit();
    await expect(editGpt(server.database, 'poet', [{ field, text }])).rejects.toThrow(sentence);
    expect(await lastAudit()).toEqual(before);
  });

  it('ends with a sentence, and status 1 for an unknown GPT or 2 for a wrong option', async () => {
    expect(await dolores('edit', 'nobody', '--set', 'name=X')).toMatchObject({
      status: 1,
      err: 'There is no GPT with this id\n',
    });
    const wrong = await dolores('edit', 'poet', '--set', 'nonsense');
    expect(wrong.status).toBe(2);
    expect(wrong.err).toContain('--set must be a field, an equals sign and a value');
  });

  it('takes ids that begin with “-”, and does not take a misspelled option for one', async () => {
    const ids = ['-diva', '-5', '--diva'];
    const rows = ids.map((id) => JSON.stringify({ id, name: 'The diva' }));
    const file = await server.folder.write('-divas.jsonl', rows.join('\n'));
    expect(await dolores('import', file)).toMatchObject({ status: 0 });
    const reason = ['--reason', 'Sings'] as const;
    const misspelled = await dolores('hide', '--diva', ...reason);
    expect(misspelled).toMatchObject({ status: 2, out: '' });
    expect(misspelled.err).toContain(
      "unknown option '--diva'\n(Write a value that looks like an option at the end, after “--”.)",
    );
    const hidden = await Promise.all([
      dolores('hide', '-diva', ...reason),
      dolores('hide', ...reason, '-5'),
      dolores('hide', ...reason, '--', '--diva'),
    ]);
    expect(hidden.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(await idsInList()).not.toContain(expect.stringMatching(/^-/));
    expect(await dolores('visibility', '-diva', 'link')).toMatchObject({ status: 0 });
    expect((await lastAudit())?.subject).toBe('-diva');
  });
});

describe('hiding', () => {
  it('removes a GPT from public view and restores it; saved lists keep it, its reports are closed', async () => {
    const { userId, cookie } = await server.signIn();
    await server.database.query.insert(savedGpt).values({ userId, gptId: 'cook' });
    await server.database.query
      .insert(report)
      .values({ userId, subjectType: 'gpt', subjectId: 'cook', reason: 'spam' });
    const run = await dolores('hide', 'cook', '--reason', 'Sells pills');
    expect(run.out).toContain('Hidden. Reports about it that this closed: 1.');
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.hide',
      subject: 'cook',
      details: { reason: 'Sells pills' },
    });
    expect(await server.answerOf('cook')).toBe(403);
    expect(await idsInList()).not.toContain('cook');
    const saved = await server.fetch('/api/gpts/collection', { cookie });
    expect(await saved.json()).toMatchObject([{ gizmo_id: 'cook' }]);
    const question = { request_id: randomUUID(), target: { gpt: 'cook' }, text: 'Hello' };
    const body = JSON.stringify(question);
    const asked = await server.fetch('/api/chat/questions', { method: 'POST', cookie, body });
    expect(await asked.json()).toMatchObject({ error: { code: 'gpt_not_public' } });
    await expect(hideGpt(server.platform, 'cook', 'Again')).rejects.toThrow('is hidden already');
    expect((await dolores('show', 'cook')).status).toBe(0);
    expect(await server.answerOf('cook')).toMatchObject({ name: 'The cook' });
    expect(await idsInList()).toContain('cook');
    await expect(showGpt(server.platform, 'cook')).rejects.toThrow('is not hidden');
  });

  it('persists when the GPT is imported again', async () => {
    await hideGpt(server.platform, 'tutor', 'Copied');
    const file = await server.folder.write('tutor.jsonl', '{"id":"tutor","name":"Renamed"}');
    expect(await importFile(server.database, file)).toMatchObject({ changed: 1 });
    expect(await server.answerOf('tutor')).toBe(403);
  });
});

describe('the visibility of a GPT', () => {
  it('is set by the operator', async () => {
    expect(await dolores('visibility', 'poet', 'private')).toMatchObject({ status: 0 });
    const details = { visibility: 'private' };
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.visibility',
      subject: 'poet',
      details,
    });
    expect(await server.answerOf('poet')).toBe(403);
    await setVisibility(server.platform, 'poet', 'link');
    expect(await server.answerOf('poet')).toMatchObject({ visibility: 'link' });
    await setVisibility(server.platform, 'poet', 'public');
    expect(await server.answerOf('poet')).toMatchObject({ id: 'poet' });
    const again = setVisibility(server.platform, 'poet', 'public');
    await expect(again).rejects.toThrow('is public already');
  });
});

describe('removing', () => {
  it('is final: the address answers 410, and no import or other command restores it', async () => {
    const run = await dolores('remove', 'pilot', '--yes', '--reason', 'Asked by its author');
    expect(run).toMatchObject({ status: 0 });
    expect(await lastAudit()).toMatchObject({ action: 'gpts.remove', subject: 'pilot' });
    expect(await server.answerOf('pilot')).toBe(410);
    await importFile(
      server.database,
      await server.folder.write('pilot.jsonl', '{"id":"pilot","name":"Back again"}'),
    );
    expect(await server.answerOf('pilot')).toBe(410);
    for (const [id, sentence] of [
      ['pilot', 'This GPT was removed'],
      ['nobody', 'There is no GPT with this id'],
    ] as const) {
      for (const attempt of [
        () => showGpt(server.platform, id),
        () => hideGpt(server.platform, id, 'x'),
        () => removeGpt(server.platform, id, 'x'),
        () => setVisibility(server.platform, id, 'link'),
      ]) {
        await expect(attempt()).rejects.toThrow(sentence);
      }
    }
  });
});

describe('exporting', () => {
  it('writes into a file or onto standard output', async () => {
    const rows = ['shown', 'quiet', 'gone'].map((id) => ({ id, name: `The ${id}` }));
    await importFile(
      server.database,
      await server.folder.write('three.json', JSON.stringify(rows)),
    );
    await hideGpt(server.platform, 'quiet', 'x');
    await removeGpt(server.platform, 'gone', 'x');
    const file = server.folder.path('out.csv');
    expect((await dolores('export', '--file', file)).out).toMatch(/out\.csv: \d+ GPTs/);
    expect(await readFile(file, 'utf8')).toMatch(/^id,name,description,/);
    const { out } = await dolores('export');
    const lines = out.trim().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toContain('shown');
    expect(ids).not.toContain('quiet');
    expect(ids).not.toContain('gone');
    expect(await lastAudit()).toMatchObject({
      action: 'gpts.export',
      details: { gpts: ids.length },
    });
  });
});
