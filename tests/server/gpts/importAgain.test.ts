import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatedServer, startOperatedServer } from '../../setup/operatedServer.ts';
import type { OperatorRun } from '../../setup/operatorProcess.ts';

let server: OperatedServer;

beforeAll(async () => {
  server = await startOperatedServer();
});

afterAll(() => server.close());

async function dolores(...args: string[]): Promise<OperatorRun> {
  return server.shell.run('gpts', ...args);
}

describe('importing existing GPTs', () => {
  const english = { lang: 'en-US', description: 'Writes letters to landlords and neighbours.' };
  const arabic = { lang: 'ar', description: 'يكتب رسائل إلى أصحاب العقارات والجيران.' };
  const importAs = async (name: string, rows: readonly object[], ...options: string[]) => {
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    return dolores('import', await server.folder.write(name, text), ...options);
  };
  const letters = (row: object) => ({ id: 'letters', name: 'Letters', ...row });

  it('takes the last of several rows of a file, reports it, and finds nothing new the second time', async () => {
    const rows = ['One', 'Two', 'One'].map((name) => ({ id: 'again', name }));
    const file = server.folder.path('again.jsonl');
    const counts = (what: string) => `${file}: ${what}, 0 rejected, 2 repeated within the file\n`;
    const first = await importAs('again.jsonl', rows);
    expect(first.out).toContain(counts('1 new, 0 changed, 0 unchanged'));
    expect(first.out).toContain(`  ${file}:2: repeated by ${file}:3, which counts\n`);
    expect(await server.answerOf('again')).toMatchObject({ name: 'One' });
    const second = await importAs('again.jsonl', rows);
    expect(second.out).toContain(counts('0 new, 0 changed, 1 unchanged'));
  });

  it('refuses a GPT in another language, from another file or the same one, unless it is allowed', async () => {
    await importAs('en.jsonl', [letters(english)]);
    for (const rows of [[letters(arabic)], [letters(english), letters(arabic)]]) {
      const run = await importAs('ar.jsonl', rows);
      expect(run.out).toMatch(
        /ar.jsonl:\d: lang is ar, (the stored GPT|an earlier row of this file) has en-US; --allow-language-change/,
      );
      expect(run.out).toContain('0 changed');
      expect(await server.answerOf('letters')).toMatchObject(english);
    }
    const undeclared = await importAs('ar.jsonl', [letters({ ...arabic, lang: undefined })]);
    expect(undeclared.out).toContain(
      'lang: the text is in Arabic script, the stored GPT has en-US in Latin script',
    );
    expect(await server.answerOf('letters')).toMatchObject(english);
    const run = await importAs('ar.jsonl', [letters(arabic)], '--allow-language-change');
    expect(run.out).toContain('1 changed, 0 unchanged, 0 rejected');
    expect(await server.answerOf('letters')).toMatchObject(arabic);
  });

  it('never refuses an edited text because its language could be another one', async () => {
    const bonjour = { description: 'Bonjour, ce modèle écrit des lettres.' };
    for (const [row, expected] of [
      [{ description: 'Ok, letters.' }, { lang: null }],
      [bonjour, { ...bonjour, lang: null }],
      [
        { ...english, lang: 'en' },
        { ...english, lang: 'en' },
      ],
      [{ ...english, lang: 'en-GB' }, { lang: 'en-GB' }],
      [bonjour, { ...bonjour, lang: 'en-GB' }],
      [{ description: 'مرحبا' }, { lang: 'en-GB' }],
    ] as const) {
      const { out } = await importAs('guess.jsonl', [{ id: 'guess', name: 'Guess', ...row }]);
      expect(out, JSON.stringify(row)).toContain(', 0 rejected\n');
      expect(await server.answerOf('guess')).toMatchObject(expected);
    }
  });

  it('reads a pipe like a file', async () => {
    const rows = ['One', 'Two'].map((name) => JSON.stringify({ id: 'piped', name }));
    const pipe = server.folder.path('pipe');
    execFileSync('mkfifo', [pipe]);
    const [run] = await Promise.all([dolores('import', pipe), writeFile(pipe, rows.join('\n'))]);
    expect(run.out).toContain(`${pipe}: 1 new, 0 changed, 0 unchanged, 0 rejected, 1 repeated`);
    expect(await server.answerOf('piped')).toMatchObject({ name: 'Two' });
  });
});
