import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract/chat/attachments.ts';
import { type ChatModel, listModels } from '#contract/models/models.ts';
import { countSteps } from '#domain/costs/questionPrice.ts';
import { countQuestionTokens } from '#domain/costs/questionTokens.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { setModel } from '#server/services/models/setModel.ts';
import { copyUpload, upload } from '../../setup/attachments.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { pdf, picture } from '../../setup/files.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let library: { image: Attachment; document: Attachment; text: Attachment };
let models: ChatModel[];

/** 4 credits buy 6,900 tokens; text of Latin letters has four characters a token. */
const turbo = { model: 'gpt-4-turbo' };
const stepCharacters = 6_900 * 4;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'brief', name: 'Brief', instructions: 'Help.', model: 'gpt-4-turbo' },
    { id: 'wordy', name: 'Wordy', instructions: 'x'.repeat(58_000 * 4) },
  ]);
  const { cookie } = await server.signIn();
  library = {
    image: await upload(server, cookie, await picture(60, 40).jpeg().toBuffer(), 'photo.jpg'),
    document: await upload(server, cookie, pdf(Array(6).fill('The heron stands')), 'report.pdf'),
    text: await upload(server, cookie, Buffer.from('word '.repeat(11_040)), 'notes.txt'),
  };
  models = listModels.response.parse(await (await server.fetch('/api/models')).json());
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

/**
 * A question with a command to the sandbox, filled up to a quarter of so many tokens: its colon and digit count like two
 * letters each.
 */
const long = (characters: number, command = 'sandbox: fast 2') =>
  `${command}\n`.padEnd(characters - 2, 'x');

type Asked = Omit<Parameters<typeof ask>[2], 'text'> & { text?: string };

/** Asks with enough credits. Returns the held and charged credits. */
async function priceOf(asked: Asked, cookie?: string): Promise<(number | undefined)[]> {
  const own = cookie ?? (await server.signIn(100)).cookie;
  const question = { text: long(20), target: turbo, ...asked };
  const { accepted, end } = await readAll(await ask(server, own, question));
  return [accepted?.price, end?.charged];
}

describe('the price of a question', () => {
  it.each([
    ['a whole step', stepCharacters, 4],
    ['a character more', stepCharacters + 1, 8],
    ['three steps and a token', 3 * stepCharacters + 4, 16],
  ])('is the price of its model for each step that it begins: %s', async (_, characters, price) => {
    expect(await priceOf({ text: long(characters) })).toEqual([price, price]);
  });

  it('is counted in tokens, so that wide characters count four times', async () => {
    const text = `sandbox: fast 2\n${'字'.repeat(6_900)}`;
    expect(await priceOf({ text })).toEqual([8, 8]);
    expect(await priceOf({ text, target: { model: 'gpt-4o-mini' } })).toEqual([1, 1]);
  });

  it('includes its files', async () => {
    const { cookie, userId } = await server.signIn(100);
    const text = await copyUpload(server, userId, library.text);
    expect(text.tokens).toBe(13_800);
    expect(await priceOf({ attachmentIds: [text.id] }, cookie)).toEqual([12, 12]);
  });

  it('includes its pictures, as the upstream counts them', async () => {
    const { cookie, userId } = await server.signIn(100);
    const photo = await picture(2_048, 1_536).jpeg().toBuffer();
    const sent = await upload(server, cookie, photo, 'photo.jpg');
    const others = [1, 2].map(() => copyUpload(server, userId, sent));
    const ids = [sent, ...(await Promise.all(others))].map(({ id }) => id);
    const target = { model: 'gpt-4o-mini' };
    // 25,501 tokens each.
    expect(await priceOf({ target, attachmentIds: ids }, cookie)).toEqual([2, 2]);
    expect(models.find(({ id }) => id === target.model)?.pictures).toBe('tiles');
  });

  it('includes the instructions of its GPT, whose price buys the same share of a step', async () => {
    expect(await priceOf({ target: { gpt: 'brief' } })).toEqual([1, 1]);
    expect(await priceOf({ target: { gpt: 'brief' }, text: long(8_000) })).toEqual([2, 2]);
    expect(await priceOf({ target: { gpt: 'wordy' } })).toEqual([2, 2]);
  });

  it('includes the instructions of the settings', async () => {
    const { cookie } = await server.signIn(100);
    const text = long(stepCharacters - 4_000);
    expect(await priceOf({ text }, cookie)).toEqual([4, 4]);
    const settings = {
      temperature: null,
      max_output_tokens: null,
      history_turns: null,
      system_prompt: 'x'.repeat(8_000),
      send_key: 'enter',
    };
    const body = JSON.stringify(settings);
    await server.fetch('/api/chat/settings', { method: 'PUT', cookie, body });
    expect(await priceOf({ text }, cookie)).toEqual([8, 8]);
  });

  it('does not grow with the history, which is trimmed to the rest of the steps', async () => {
    const { cookie } = await server.signIn(100);
    const first = await readAll(
      await ask(server, cookie, { target: turbo, text: long(stepCharacters - 400) }),
    );
    const conversationId = first.accepted?.conversation_id;
    const next = (text: string) => ask(server, cookie, { conversationId, target: turbo, text });
    const { accepted } = await readAll(await next(long(2_000)));
    expect(accepted).toMatchObject({ price: 4, dropped_turns: 2 });
    const longer = await readAll(await next(long(stepCharacters + 4)));
    // The second step has room for the whole conversation but its first question.
    expect(longer.accepted).toMatchObject({ price: 8, dropped_turns: 2 });
  });

  it('is the same on the page, which counts with the same function', async () => {
    const model = models.find(({ id }) => id === 'gpt-4-turbo');
    if (!model) throw new Error('The list has no gpt-4-turbo');
    const { inputs, pictures, price, step_tokens: stepTokens } = model;
    for (const characters of [20, 9_900, 10_200, stepCharacters - 400]) {
      for (const names of [['image', 'document'], ['document', 'text'], ['image']] as const) {
        const { cookie, userId } = await server.signIn(100);
        const copies = names.map((name) => copyUpload(server, userId, library[name]));
        const files = await Promise.all(copies);
        const text = long(characters);
        const counted = { text, files, instructionTokens: 0 };
        const tokens = countQuestionTokens(counted, { inputs, pictures, stepTokens });
        const shown = price * countSteps(tokens, { stepTokens });
        const asked = { text, attachmentIds: files.map(({ id }) => id), maxPrice: shown };
        expect(await priceOf(asked, cookie)).toEqual([shown, shown]);
      }
    }
  });
});

describe('a document', () => {
  it('is sent as a file only while that costs no further step, else as text', async () => {
    const { cookie, userId } = await server.signIn(100);
    // Four pages fit into a step, six do not.
    const small = await upload(server, cookie, pdf(Array(4).fill('The heron')), 'small.pdf');
    expect(library.document.pages).toBe(6);
    for (const [file, price] of [
      [small, 4],
      [await copyUpload(server, userId, library.document), 4],
    ] as const) {
      expect(await priceOf({ attachmentIds: [file.id] }, cookie)).toEqual([price, price]);
    }
  });

  it('without a text costs the steps of its pages', async () => {
    const { cookie } = await server.signIn(100);
    const scan = await upload(server, cookie, pdf(Array(6).fill('')), 'scan.pdf');
    expect(scan).toMatchObject({ characters: 0, pages: 6 });
    expect(await priceOf({ attachmentIds: [scan.id] }, cookie)).toEqual([8, 8]);
  });
});

describe('a long question', () => {
  const text = long(stepCharacters + 4);

  it('is refused for more than the page showed, costs nothing, and can be sent again', async () => {
    const { cookie, userId } = await server.signIn(8);
    const requestId = randomUUID();
    const asked = { requestId, target: turbo, text };
    const refused = await errorOf(await ask(server, cookie, { ...asked, maxPrice: 4 }));
    expect(refused).toMatchObject({ status: 409, code: 'price_changed', price: 8, steps: 2 });
    expect(refused.message).toContain('costs 8 credits now, 2 times the price');
    expect(await creditOf(server, cookie)).toEqual({ credit: 8, held: 0 });
    const { rows } = await server.database.query.execute(
      sql`select id from conversation where user_id = ${userId}`,
    );
    expect(rows).toEqual([]);
    const { end } = await readAll(await ask(server, cookie, { ...asked, maxPrice: 8 }));
    expect(end).toMatchObject({ state: 'finished', charged: 8 });
    const again = await readAll(await ask(server, cookie, { ...asked, maxPrice: 4 }));
    expect(again.end).toMatchObject({ charged: 8 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 0, held: 0 });
  });

  it('is refused without credits for all steps, and never spends more than the balance', async () => {
    const poor = await server.signIn(7);
    const refused = await errorOf(await ask(server, poor.cookie, { target: turbo, text }));
    expect(refused).toMatchObject({ status: 402, code: 'no_credits', price: 8 });
    const { cookie } = await server.signIn(12);
    const sent = Array.from({ length: 4 }, () => ask(server, cookie, { target: turbo, text }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await expect.poll(() => creditOf(server, cookie)).toEqual({ credit: 4, held: 0 });
  });

  it('holds all steps, and gives them back when it fails', async () => {
    const { cookie } = await server.signIn(20);
    const failing = long(stepCharacters + 4, 'sandbox: cut 3');
    const reading = await ask(server, cookie, { target: turbo, text: failing });
    expect((await readAll(reading)).end).toMatchObject({ state: 'failed', charged: 0 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 20, held: 0 });
    const stalled = await ask(server, cookie, {
      target: turbo,
      text: long(stepCharacters + 4, 'sandbox: stall 3'),
    });
    const { accepted } = await readAll(stalled, (so) => so.text !== '');
    expect(await creditOf(server, cookie)).toEqual({ credit: 12, held: 8 });
    const id = accepted?.answer_id ?? '';
    await server.fetch(`/api/chat/answers/${id}/stop`, { method: 'POST', cookie });
    await expect.poll(() => creditOf(server, cookie)).toEqual({ credit: 12, held: 0 });
  });

  it('costs each model that answers it again that model’s steps', async () => {
    const { cookie } = await server.signIn(100);
    const first = await readAll(await ask(server, cookie, { target: turbo, text }));
    const id = first.accepted?.question_id;
    const refused = await errorOf(
      await regenerate(server, cookie, id, { target: turbo, maxPrice: 4 }),
    );
    expect(refused).toMatchObject({ code: 'price_changed', price: 8 });
    for (const [model, price] of [
      ['gpt-4-turbo', 8],
      ['claude-3-opus', 10],
      ['gpt-4o-mini', 1],
    ] as const) {
      const target = { model };
      const again = await regenerate(server, cookie, id, { target, maxPrice: price });
      const { accepted, end } = await readAll(again);
      expect([model, accepted?.price, end?.charged]).toEqual([model, price, price]);
    }
    expect(await creditOf(server, cookie)).toEqual({ credit: 73, held: 0 });
  });

  it('costs the steps that an operator sets', async () => {
    await setModel(server.platform, 'claude-2', { stepTokens: 1_000 });
    const listed = async () =>
      listModels.response
        .parse(await (await server.fetch('/api/models')).json())
        .find(({ id }) => id === 'claude-2')?.step_tokens;
    await expect.poll(listed).toBe(1_000);
    const target = { model: 'claude-2' };
    expect(await priceOf({ target, text: long(4_004) })).toEqual([4, 4]);
  });
});
