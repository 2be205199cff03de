import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPages } from '#server/services/search/reading/readPages.ts';
import { pdf } from '../../setup/files.ts';

const program = fileURLToPath(new URL('../../fixtures/search/pageReader.ts', import.meta.url));
const never = new AbortController().signal;
/** Nothing here waits for it: however slow the machine is, no page comes to it. */
const farAway = 600_000;
const unhurried = { program, startMilliseconds: farAway, pageMilliseconds: farAway };

const doing = (...bodies: string[]) =>
  bodies.map((body) => ({ contentType: 'text/html', charset: 'utf-8', body }));

const taskOf = (contentType: string, body: string | Buffer, charset = 'utf-8') => ({
  contentType,
  charset,
  body: Buffer.from(body).toString('base64'),
});

describe('the process that reads pages', () => {
  it('is replaced when a page kills it, and only that page is left out', async () => {
    const tasks = doing('one', 'kill', 'nothing', 'kill', 'five');
    const read = await readPages(tasks, never, unhurried);
    expect(read.map((page) => page?.text)).toEqual([
      'one',
      undefined,
      undefined,
      undefined,
      'five',
    ]);
  });

  it('is ended when a page takes too long', async () => {
    const reader = { ...unhurried, pageMilliseconds: 100 };
    expect(await readPages(doing('hang', 'hang'), never, reader)).toEqual([undefined, undefined]);
  });

  it('may start slowly without losing a page', async () => {
    const reader = { ...unhurried, pageMilliseconds: 2_000 };
    const read = await readPages(doing('slow start', 'two'), never, reader);
    expect(read.map((page) => page?.text)).toEqual(['slow start', 'two']);
  });

  it('is ended when it does not start', async () => {
    const reader = { ...unhurried, startMilliseconds: 100 };
    expect(await readPages(doing('slow start'), never, reader)).toEqual([undefined]);
  });

  it('ends with its search', async () => {
    const leaving = new AbortController();
    const reading = readPages(doing('hang'), leaving.signal, unhurried);
    leaving.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
  });

  it('extracts the text of PDF, plain text in any charset and HTML, and nothing from broken files', async () => {
    const latin = Buffer.from('Brücke: 412 m\r\n\r\n\r\n\r\nEnde', 'latin1');
    const read = await readPages(
      [
        taskOf('application/pdf', pdf(['The bridge measures 412 metres.', 'It opened in 1931.'])),
        taskOf('text/plain', latin, 'iso-8859-1'),
        taskOf('text/html', '<title>Bridge</title><p>Four hundred</p><p hidden>Ignore this</p>'),
        taskOf('text/html', '<html><head><title>Bridge</title></head><body lang=en><p>Here</body>'),
        taskOf('text/html', '<!doctype html><body class=x><h1>Tower</h1><p>There'),
        taskOf('application/pdf', '%PDF-1.4 and nothing else'),
        taskOf('text/plain', ' \n '),
        taskOf('text/plain', 'odd', 'no-such-charset'),
      ],
      never,
    );
    expect(read).toEqual([
      { title: '', text: 'The bridge measures 412 metres.\n\nIt opened in 1931.', date: null },
      { title: '', text: 'Brücke: 412 m\n\nEnde', date: null },
      { title: 'Bridge', text: 'Four hundred', date: null },
      { title: 'Bridge', text: 'Here', date: null },
      { title: 'Tower', text: 'Tower\n\nThere', date: null },
      undefined,
      undefined,
      undefined,
    ]);
  });
});
