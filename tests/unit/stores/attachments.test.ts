import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import { attachmentMaxBytes } from '#domain/chat/attachments.ts';
import type * as Attachments from '#stores/drafts/attachments.ts';
import type * as Drafts from '#stores/drafts/drafts.ts';
import type * as Uploads from '#stores/drafts/uploads.ts';
import { type FakeApi, hangUp, json, refuse, startFakeApi } from '../../setup/fakeApi.ts';
import { stubXhr } from '../../setup/xhr.ts';
import { stubLocalStorage, stubSessionStorage } from '../../setup/localStorage.ts';
import { longWait } from '../../setup/longWait.ts';

type Page = typeof Attachments & typeof Drafts & typeof Uploads;

let api: FakeApi;
let stored: Record<string, string> = {};
let page: Page;

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const picture: Attachment = {
  id: '5b0c8f6e-1111-4222-8333-444455556666',
  kind: 'image',
  name: 'cat.png',
  type: 'image/png',
  size: 8,
  width: 1,
  height: 1,
  characters: null,
  pages: null,
  tokens: null,
};

beforeAll(async () => {
  api = await startFakeApi();
});

beforeEach(async () => {
  stubXhr();
  stubSessionStorage();
  stored = {};
  page = await openPage();
  page.openDraft('one', undefined);
});

afterEach(() => vi.unstubAllGlobals());
afterAll(() => api.close());

/** A new page on the same local storage. */
async function openPage(): Promise<Page> {
  stubLocalStorage(stored);
  vi.resetModules();
  const [attachments, drafts, uploads] = await Promise.all([
    import('#stores/drafts/attachments.ts'),
    import('#stores/drafts/drafts.ts'),
    import('#stores/drafts/uploads.ts'),
  ]);
  return { ...attachments, ...drafts, ...uploads };
}

describe('files of a draft', () => {
  it('are uploaded at once, show their progress, and are sent with the question', async () => {
    api.answer(json(picture));
    const parts: number[] = [];
    page.$attachments.subscribe(([item]) => item?.state === 'uploading' && parts.push(item.sent));
    await attach(new File([png], 'cat.png'));
    await settled();
    expect(parts).toEqual([0, 1]);
    expect(api.seen).toMatchObject([
      { method: 'POST', path: '/api/chat/attachments?name=cat.png' },
    ]);
    expect(page.readyAttachments()).toEqual([picture]);
    page.emptyDraft();
    expect(page.$attachments.get()).toEqual([]);
  });

  it('are kept over a reload, until their question has arrived', async () => {
    api.answer(json(picture));
    await attach(new File([png], 'cat.png'));
    await settled();
    page.editDraft('What is this?');
    page.emptyDraft();
    const reloaded = await openPage();
    reloaded.openDraft('one', undefined);
    expect(reloaded.readyAttachments()).toEqual([picture]);
    reloaded.emptyDraft();
    reloaded.forgetDraft('one');
    expect(stored).toEqual({});
  });

  it('return with the text of a question that was not sent', async () => {
    api.answer(json(picture));
    await attach(new File([png], 'cat.png'));
    await settled();
    page.emptyDraft();
    page.saveDraft('one', { text: 'What is this?', attachments: [picture] });
    expect(page.readyAttachments()).toEqual([picture]);
    expect(page.$draft.get().text).toBe('What is this?');
  });

  it('move with the draft, also during their upload', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    api.answer(async (seen, response) => {
      await released;
      json(picture)(seen, response);
    });
    await attach(new File([png], 'cat.png'));
    page.editDraft('What is this?');
    page.renameDraft('one', 'two');
    page.openDraft('three', undefined);
    release();
    await vi.waitFor(() => expect(stored['attachments']).toContain(picture.id), longWait);
    expect(page.$attachments.get()).toEqual([]);
    page.openDraft('two', undefined);
    expect(page.readyAttachments()).toEqual([picture]);
  });

  it('show the reason of a failure, and are retried or removed', async () => {
    api.answer(hangUp, refuse(503, 'unavailable'), json(picture), json(picture));
    await attach(new File([png], 'cat.png'));
    for (const key of ['errors.offline', 'errors.unavailable']) {
      await settled();
      const [failed] = page.$attachments.get();
      expect(failed).toMatchObject({ state: 'failed', problem: { key } });
      if (failed) page.retryUpload(failed);
    }
    await settled();
    const [ready] = page.$attachments.get();
    expect(ready).toMatchObject({ state: 'ready', attachment: picture });
    if (ready) page.removeAttachment(ready);
    expect(page.$attachments.get()).toEqual([]);
    await vi.waitFor(
      () =>
        expect(api.seen.at(-1)).toMatchObject({
          method: 'DELETE',
          path: `/api/chat/attachments/${picture.id}`,
        }),
      longWait,
    );
  });

  it('leave the draft with the reason when the server refuses their content', async () => {
    api.answer(refuse(422, 'attachment_encrypted'));
    await attach(new File(['%PDF-1.7'], 'secret.pdf'));
    await vi.waitFor(() => expect(page.$attachments.get()).toEqual([]), longWait);
    expect(page.$refusedFiles.get()).toMatchObject([
      { name: 'secret.pdf', problem: { key: 'errors.attachment_encrypted' } },
    ]);
  });

  it('are cancelled during their upload', async () => {
    api.answer(() => undefined);
    await attach(new File([png], 'cat.png'));
    await vi.waitFor(() => expect(api.seen.at(-1)?.method).toBe('POST'), longWait);
    const [item] = page.$attachments.get();
    if (item) page.removeAttachment(item);
    expect(page.$attachments.get()).toEqual([]);
    expect(page.$refusedFiles.get()).toEqual([]);
  });
});

describe('a file is refused before it is uploaded', () => {
  const large = new Uint8Array(attachmentMaxBytes.image + 1);
  large.set(png);
  it.for([
    ['tooLarge', new File([large], 'cat.png'), { size: 8.1, most: 8 }],
    ['empty', new File([], 'nothing.txt'), {}],
    ['kind', new File([Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8)], 'a.zip'), {}],
    ['picture', new File([Uint8Array.of(0, 0, 0, 24)], 'a.heic', { type: 'image/heic' }), {}],
  ] as const)('%s', async ([reason, file, values]) => {
    api.answer(json(picture));
    await attach(file);
    expect(page.$refusedFiles.get()).toMatchObject([
      { name: file.name, problem: { key: `composer.refused.${reason}`, values } },
    ]);
    expect(api.seen).toEqual([]);
  });

  it('tooMany', async () => {
    api.answer(json(picture));
    await attach(...Array.from({ length: 6 }, (_, place) => new File(['Text'], `${place}.txt`)));
    expect(page.$attachments.get()).toHaveLength(4);
    expect(page.$refusedFiles.get()).toMatchObject([
      {
        name: '4.txt',
        others: 1,
        problem: { key: 'composer.refused.tooMany', values: { most: 4 } },
      },
    ]);
    await settled();
    expect(api.seen).toHaveLength(4);
  });

  it('and no more than five are shown, with those that are too many among them, and all counted', async () => {
    api.answer(json(picture));
    const empty = Array.from({ length: 5 }, (_, place) => new File([], `${place}.txt`));
    const full = Array.from({ length: 6 }, (_, place) => textFile(`${place}.txt`));
    await attach(...empty, ...full);
    expect(page.$refusedFiles.get().map(({ name, others = 0 }) => [name, others])).toEqual([
      ['0.txt', 1],
      ['2.txt', 0],
      ['3.txt', 0],
      ['4.txt', 0],
      ['4.txt', 1],
    ]);
    await settled();
  });

  it('and is named if files of two choices come at once and are too many', async () => {
    api.answer(json(picture));
    const files = (letter: string) => [1, 2, 3].map((place) => textFile(`${letter}${place}.txt`));
    await Promise.all([page.attachFiles(files('a')), page.attachFiles(files('b'))]);
    expect(page.$attachments.get()).toHaveLength(4);
    expect(countRefused()).toBe(2);
  });

  it('and is named if the draft that opens later has too many files with it', async () => {
    api.answer(json(picture));
    await attach(textFile('1.txt'), textFile('2.txt'), textFile('3.txt'));
    await settled();
    page = await openPage();
    await attach(textFile('4.txt'), textFile('5.txt'));
    page.openDraft('one', undefined);
    expect(page.$attachments.get()).toHaveLength(4);
    expect(page.$refusedFiles.get()).toMatchObject([
      { name: '5.txt', others: 0, problem: { key: 'composer.refused.tooMany' } },
    ]);
    await settled();
  });

  it('and is dropped when the question is sent, and when another draft is opened', async () => {
    for (const leave of [() => page.emptyDraft(), () => page.openDraft('two', undefined)]) {
      await attach(new File([], 'nothing.txt'));
      expect(page.$refusedFiles.get()).toHaveLength(1);
      leave();
      expect(page.$refusedFiles.get()).toEqual([]);
    }
  });

  it.for([
    ['UTF-8 that the look cuts in the middle of a character', 'é'.repeat(3_000)],
    [
      'UTF-16',
      new Uint8Array(new Uint16Array([...'Some text'].map((c) => c.charCodeAt(0))).buffer),
    ],
  ] as const)('is not refused for being %s', async ([, content]) => {
    api.answer(json(picture));
    await attach(new File(['a', content], 'text.txt'));
    expect(page.$refusedFiles.get()).toEqual([]);
    await settled();
  });
});

async function attach(...files: File[]): Promise<void> {
  await page.attachFiles(files);
}

async function settled(): Promise<void> {
  await vi.waitFor(
    () => expect(page.$attachments.get().every(({ state }) => state !== 'uploading')).toBe(true),
    longWait,
  );
}

function textFile(name: string): File {
  return new File(['Text'], name);
}

function countRefused(): number {
  return page.$refusedFiles.get().reduce((count, { others = 0 }) => count + 1 + others, 0);
}
