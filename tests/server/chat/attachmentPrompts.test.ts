import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { copyUpload, download, upload } from '../../setup/attachments.ts';
import { type Reading, ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { pdf, picture } from '../../setup/files.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
let openai: FakeUpstream;
let anthropic: FakeUpstream;
let groq: FakeUpstream;
/** Uploaded once; users of the tests have them as if they had uploaded them. */
let library: { image: Attachment; document: Attachment; text: Attachment };

const report = pdf(['The heron stands']);
const [seeing, claude, llama] = ['gpt-4o-mini', 'claude-3-opus', 'llama-3.1-8b-instant'].map(
  (model) => ({ model }),
);

beforeAll(async () => {
  [openai, anthropic, groq] = await Promise.all([
    startUpstream('openai'),
    startUpstream('anthropic'),
    startUpstream('groq'),
  ]);
  server = await startTestServer({
    config: { providers: [openai.config, anthropic.config, groq.config] },
  });
  const { cookie } = await server.signIn();
  const photo = await picture(60, 40).jpeg().toBuffer();
  library = {
    image: await upload(server, cookie, photo, 'photo.jpg'),
    document: await upload(server, cookie, report, 'report.pdf'),
    text: await upload(server, cookie, Buffer.from('Mangroves'), 'notes "1".md'),
  };
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await Promise.all([openai.close(), anthropic.close(), groq.close()]);
});

type Question = Parameters<typeof ask>[2];

/** Asks and reads the answer to its end. */
async function answerTo(cookie: string, question: Partial<Question>): Promise<Reading> {
  return readAll(await ask(server, cookie, { text: 'sandbox: fast 2', ...question }));
}

/** A user with a photograph, a document and a text. */
async function equipped() {
  const { cookie, userId } = await server.signIn(100);
  const image = await copyUpload(server, userId, library.image);
  const document = await copyUpload(server, userId, library.document);
  const text = await copyUpload(server, userId, library.text);
  const ids = [image.id, document.id, text.id];
  const kept = (await download(server, cookie, image.id)).bytes.toString('base64');
  return { cookie, userId, image, document, text, ids, kept };
}

/** A user with a photograph. */
async function photographer() {
  const { cookie, userId } = await server.signIn(100);
  const image = await copyUpload(server, userId, library.image);
  return {
    cookie,
    image,
    kept: (await download(server, cookie, image.id)).bytes.toString('base64'),
  };
}

/** The parts of the message at `index` of the newest request, counted from the end. */
function partsOf(upstream: FakeUpstream, fromEnd = 1): unknown {
  return upstream.requests.at(-1)?.messages.at(-fromEnd)?.content;
}

const notes = '<attachment name="notes 1.md">\nMangroves\n</attachment>';

describe('attachments of a question', () => {
  it('are sent to OpenAI as they are, texts in the question', async () => {
    const { cookie, ids, kept } = await equipped();
    const { end } = await answerTo(cookie, { target: seeing, attachmentIds: ids });
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    expect(partsOf(openai)).toEqual([
      { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${kept}` } },
      {
        type: 'file',
        file: {
          filename: 'report.pdf',
          file_data: `data:application/pdf;base64,${report.toString('base64')}`,
        },
      },
      { type: 'text', text: `${notes}\n\nsandbox: fast 2` },
    ]);
  });

  it('are sent to Anthropic as they are', async () => {
    const { cookie, ids, kept } = await equipped();
    const { end } = await answerTo(cookie, { target: claude, attachmentIds: ids });
    expect(end).toMatchObject({ state: 'finished' });
    expect(partsOf(anthropic)).toMatchObject([
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: kept } },
      {
        type: 'document',
        title: 'report.pdf',
        source: { media_type: 'application/pdf', data: report.toString('base64') },
      },
      { type: 'text', text: `${notes}\n\nsandbox: fast 2` },
    ]);
  });

  it('are sent as text to a model that only reads text', async () => {
    const { cookie, document, text } = await equipped();
    await answerTo(cookie, { target: llama, attachmentIds: [document.id, text.id] });
    const json = JSON.stringify(partsOf(groq));
    expect(json).toContain('<attachment name=\\"report.pdf\\">\\nThe heron stands\\n</attachment>');
    expect(json).toContain('Mangroves');
    expect(json).not.toContain('base64');
  });

  it('are refused before any hold if the model cannot read them', async () => {
    const { cookie, image, kept } = await photographer();
    const scan = await upload(server, cookie, pdf(['']), 'scan.pdf');
    const asked = groq.requests.length;
    for (const { id, name } of [image, scan]) {
      const refusal = await ask(server, cookie, { text: 'x', target: llama, attachmentIds: [id] });
      const { error } = (await refusal.json()) as { error: Record<string, unknown> };
      expect([refusal.status, error]).toMatchObject([
        422,
        {
          code: 'attachment_not_accepted',
          field: 'attachment_ids',
          id,
          name,
          model: 'Llama-3.1-8b-instant',
          takes: ['text'],
        },
      ]);
    }
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 100, held: 0 });
    expect(groq.requests).toHaveLength(asked);
    const listed = await server.fetch('/api/chat/conversations', { cookie });
    expect(await listed.json()).toMatchObject({ items: [] });
    // They are still there, for a model that sees them.
    await answerTo(cookie, { target: seeing, attachmentIds: [image.id, scan.id] });
    expect(JSON.stringify(partsOf(openai))).toContain(kept);
  });

  it('follow the model of the GPT', async () => {
    await server.database.query.insert(gpt).values([
      { id: 'looks', name: 'Looks' },
      { id: 'reads', name: 'Reads', model: 'llama-3.1-8b-instant' },
    ]);
    const { cookie, image } = await photographer();
    const question = { text: 'sandbox: fast 1', attachmentIds: [image.id] };
    const refusal = await ask(server, cookie, { ...question, target: { gpt: 'reads' } });
    expect(await errorOf(refusal)).toMatchObject({ code: 'attachment_not_accepted' });
    const { end } = await answerTo(cookie, { ...question, target: { gpt: 'looks' } });
    expect(end).toMatchObject({ state: 'finished' });
  });

  it('count towards the limit of the model', async () => {
    const { cookie } = await server.signIn(100);
    const { id } = await upload(server, cookie, Buffer.from('word '.repeat(95_000)), 'long.txt');
    const refusal = await ask(server, cookie, { text: 'x', target: seeing, attachmentIds: [id] });
    const { error } = (await refusal.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: 'question_too_long', max_tokens: 116_000 });
    expect(error['tokens']).toBeGreaterThan(118_000);
    await answerTo(cookie, { target: claude, attachmentIds: [id] });
    // A document whose pages are too much is read instead of looked at.
    const book = await upload(server, cookie, pdf(Array(80).fill('Page')), 'book.pdf');
    await answerTo(cookie, { target: seeing, attachmentIds: [book.id] });
    expect(JSON.stringify(partsOf(openai))).not.toContain('file_data');
  });
});

describe('an attachment is sent once', () => {
  it('and never by another user, twice in a question, or after its deletion', async () => {
    const { cookie, image, text } = await equipped();
    const stranger = await server.signIn(10);
    const refusalOf = async (who: string, attachmentIds: string[]) =>
      errorOf(await ask(server, who, { text: 'x', attachmentIds }));
    const refused = { status: 404, code: 'unknown_attachment' };
    expect(await refusalOf(stranger.cookie, [image.id])).toMatchObject(refused);
    expect(await refusalOf(cookie, [randomUUID()])).toMatchObject(refused);
    expect(await refusalOf(cookie, [image.id, image.id])).toMatchObject({
      ...refused,
      field: 'attachment_ids.1',
    });
    await answerTo(cookie, { attachmentIds: [image.id] });
    expect(await refusalOf(cookie, [text.id, image.id])).toMatchObject({
      ...refused,
      field: 'attachment_ids.1',
    });
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 99, held: 0 });
    expect(await creditOf(server, stranger.cookie)).toMatchObject({ credit: 10, held: 0 });
    await answerTo(cookie, { attachmentIds: [text.id] });
    const five = Array.from({ length: 5 }, () => randomUUID());
    expect(await refusalOf(cookie, five)).toMatchObject({ code: 'invalid_input' });
  });

  it('of many parallel tries by one', async () => {
    const { cookie, image } = await photographer();
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        ask(server, cookie, { text: 'sandbox: fast 1', attachmentIds: [image.id] }),
      ),
    );
    const taken = tries.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const one of taken) await readAll(one);
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 99, held: 0 });
  });

  it('also when its question is sent several times', async () => {
    const { cookie, image } = await photographer();
    const question = { requestId: randomUUID(), attachmentIds: [image.id] };
    const first = await answerTo(cookie, question);
    const again = await answerTo(cookie, question);
    expect(again.accepted?.answer_id).toBe(first.accepted?.answer_id);
    const other = { ...question, text: 'sandbox: fast 2', attachmentIds: [] };
    expect(await errorOf(await ask(server, cookie, other))).toMatchObject({
      code: 'request_id_reused',
    });
  });
});

describe('a question instead of another one', () => {
  it('keeps the files of the earlier one, in its own conversation only, and the content is deleted with the last', async () => {
    const { cookie, ids, kept, image } = await equipped();
    const { accepted } = await answerTo(cookie, { target: seeing, attachmentIds: ids });
    const conversationId = accepted?.conversation_id;
    const edited = { target: seeing, conversationId, parentId: null, text: 'sandbox: fast 1' };
    await answerTo(cookie, { ...edited, attachmentIds: ids });
    const received = JSON.stringify(openai.requests.at(-1)?.messages);
    for (const part of [kept, 'report.pdf', 'Mangroves']) expect(received).toContain(part);
    const elsewhere = await ask(server, cookie, { text: 'x', attachmentIds: ids });
    expect(await errorOf(elsewhere)).toMatchObject({ code: 'unknown_attachment' });
    const answer = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
    const { messages } = (await answer.json()) as { messages: { attachments: Attachment[] }[] };
    const [first, , second] = messages.map(({ attachments }) => attachments);
    expect(second?.map(({ id: _, ...file }) => file)).toEqual(
      first?.map(({ id: _, ...file }) => file),
    );
    const again = second?.[0]?.id ?? '';
    expect((await download(server, cookie, again)).bytes.toString('base64')).toBe(kept);
    await answerTo(cookie, { ...edited, attachmentIds: [again] });
    await server.database.query.execute(
      sql`delete from message where id = ${accepted?.question_id}`,
    );
    await removeMedia(server.platform);
    expect((await download(server, cookie, image.id)).status).toBe(404);
    expect((await download(server, cookie, again)).bytes.toString('base64')).toBe(kept);
    await server.database.query.execute(sql`delete from conversation where id = ${conversationId}`);
    expect(await removeMedia(server.platform)).toBe(3);
  });
});

describe('a file of an earlier question', () => {
  it('stays with the conversation, in the form that each model can read', async () => {
    const { cookie, ids, kept } = await equipped();
    const { accepted } = await answerTo(cookie, { target: seeing, attachmentIds: ids });
    const conversationId = accepted?.conversation_id;
    await answerTo(cookie, { target: seeing, conversationId });
    const seen = JSON.stringify(partsOf(openai, 3));
    expect(seen).toContain(kept);
    expect(seen).toContain('The heron stands');
    expect(seen).toContain('Mangroves');
    await answerTo(cookie, { target: llama, conversationId, switchTarget: true });
    const read = JSON.stringify(partsOf(groq, 5));
    expect(read).toContain('<attachment name=\\"photo.jpg\\">\\n(The picture is not shown here.)');
    expect(read).toContain('The heron stands');
    await readAll(await regenerate(server, cookie, accepted?.question_id, { target: claude }));
    expect(JSON.stringify(partsOf(anthropic))).toContain(kept);
  });

  it('is listed with its question, and is deleted with its conversation', async () => {
    const { cookie, image, text } = await equipped();
    const { accepted } = await answerTo(cookie, { attachmentIds: [text.id, image.id] });
    const id = accepted?.conversation_id;
    const answer = await server.fetch(`/api/chat/conversations/${id}`, { cookie });
    const { messages } = (await answer.json()) as { messages: { attachments: unknown[] }[] };
    expect(messages.map(({ attachments }) => attachments)).toEqual([[text, image], []]);
    const path = `/api/chat/attachments/${image.id}`;
    expect(await errorOf(await server.fetch(path, { method: 'DELETE', cookie }))).toMatchObject({
      status: 409,
    });
    await server.database.query.execute(sql`delete from conversation where id = ${id}`);
    expect(await removeMedia(server.platform)).toBe(2);
    expect((await download(server, cookie, image.id)).status).toBe(404);
  });
});
