import { afterAll, beforeAll, expect, it } from 'vitest';
import type { listConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { download, upload } from '../../setup/attachments.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { picture } from '../../setup/files.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
let openai: FakeUpstream;
let anthropic: FakeUpstream;

beforeAll(async () => {
  [openai, anthropic] = await Promise.all([startUpstream('openai'), startUpstream('anthropic')]);
  server = await startTestServer({ config: { providers: [openai.config, anthropic.config] } });
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await Promise.all([openai.close(), anthropic.close()]);
});

it('accepts a question of a picture only, whose name becomes the title of the conversation', async () => {
  const { cookie } = await server.signIn(50);
  const photo = await picture(60, 40).jpeg().toBuffer();
  const image = await upload(server, cookie, photo, 'photo.jpg');
  const kept = (await download(server, cookie, image.id)).bytes.toString('base64');
  const asked = { text: ' ', attachmentIds: [image.id], target: { model: 'gpt-4o-mini' } };
  const { accepted, end } = await readAll(await ask(server, cookie, asked));
  expect(end).toMatchObject({ state: 'finished', charged: 1 });
  expect(accepted?.title).toBe('photo.jpg');
  const shown = { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${kept}` } };
  expect(openai.requests.at(-1)?.messages.at(-1)?.content).toEqual([shown]);

  await readAll(await regenerate(server, cookie, accepted?.question_id));
  expect(openai.requests.at(-1)?.messages.at(-1)?.content).toEqual([shown]);
  const conversationId = accepted?.conversation_id;
  const next = { conversationId, target: { model: 'claude-3-opus' }, switchTarget: true };
  await readAll(await ask(server, cookie, { ...next, text: 'sandbox: fast 1' }));
  expect(anthropic.requests.at(-1)?.messages.at(-3)?.content).toMatchObject([
    { type: 'image', source: { data: kept } },
  ]);

  const id = accepted?.conversation_id;
  const path = `/api/chat/conversations/${id}/export?format=markdown`;
  const markdown = await (await server.fetch(path, { cookie })).text();
  expect(markdown).toMatch(/: `photo\.jpg`\n\n## /);
  const list = await (await server.fetch('/api/chat/conversations', { cookie })).json();
  expect((list as { items: ResponseOf<typeof listConversations>['items'] }).items).toMatchObject([
    { id, title: 'photo.jpg' },
  ]);
});

it('refuses an empty question', async () => {
  const { cookie } = await server.signIn(10);
  for (const files of [{}, { attachmentIds: [] }]) {
    const refused = await errorOf(await ask(server, cookie, { text: ' ', ...files }));
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [{ field: 'text' }],
    });
  }
  expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
});

it('refuses a picture for a model that makes pictures, for free', async () => {
  const { cookie } = await server.signIn(50);
  const image = await upload(server, cookie, await picture(60, 40).jpeg().toBuffer(), 'photo.jpg');
  const target = { model: 'gpt-4o-mini' };
  const asked = { text: 'sandbox: fast 2', attachmentIds: [image.id], target };
  const { accepted } = await readAll(await ask(server, cookie, asked));
  const before = await creditOf(server, cookie);
  const again = { target: { model: 'dall-e-3' } };
  const refusal = await regenerate(server, cookie, accepted?.question_id, again);
  expect(await errorOf(refusal)).toMatchObject({ status: 422, code: 'attachment_not_accepted' });
  expect(await creditOf(server, cookie)).toEqual(before);
});
