import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { setVisibility } from '#server/services/gpts/withdrawGpt.ts';
import { openGptLink } from '#server/services/gpts/linked/openGptLink.ts';
import { ask, readAll } from '../../setup/chat.ts';
import {
  type PublicGptPages,
  publicGpts,
  startPublicGptPages,
} from '../../setup/publicGptPages.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { grantProduct } from '../../setup/tiers.ts';

let server: TestServer;
let elsewhere: PublicGptPages;

beforeAll(async () => {
  elsewhere = await startPublicGptPages();
  server = await startTestServer({ environment: elsewhere.environment });
});

afterAll(async () => {
  await server.close();
  await elsewhere.close();
});

const linkOf = (id: string) => `https://chatgpt.com/g/${id}-its-name?utm=1#top`;

async function newPro() {
  const user = await server.signIn(10);
  await grantProduct(server.database, user.userId, 'pro_month');
  return user;
}

/** Opens an address as the form does; returns the redirect. */
async function open(link: string, cookie?: string) {
  const query = new URLSearchParams({ lang: 'en', link }).toString();
  const answer = await server.fetch(`/api/open/form?${query}`, cookie ? { cookie } : {});
  return { status: answer.status, location: answer.headers.get('location') };
}

/** Opens an address as a user of this id, or a visitor. */
function openAs(userId: string | undefined, link: string) {
  const actor =
    userId === undefined
      ? ({ kind: 'visitor', address: '203.0.113.9' } as const)
      : ({ kind: 'user', userId, sessionId: userId, address: '203.0.113.9' } as const);
  return openGptLink({ ...server.platform, actor }, link);
}

const fetchesOf = (id: string) =>
  elsewhere.requests.filter((line) => line.includes(`/g/${id}`)).length;

describe('the address of a GPT elsewhere', () => {
  it('opens one of the catalogue for everyone, in any spelling, without a request', async () => {
    const id = 'g-Catalogue1';
    const value = { id, name: 'Known', author: 'Ada' };
    await importGpts(server.database, [{ place: id, value }]);
    for (const link of [
      linkOf(id),
      `http://chat.openai.com/g/${id}`,
      `chatgpt.com/g/${id}/`,
      `  https://www.chatgpt.com/g/${id}-a-b-c/c/1 `,
    ]) {
      expect(await open(link)).toEqual({ status: 303, location: `/en/gpts/${id}` });
    }
    await setVisibility(server.platform, id, 'private');
    expect(await openAs(undefined, linkOf(id))).toEqual({ state: 'notPublic' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('is created once for Pro from its public page, and can be read and asked by everyone with its address', async () => {
    const id = publicGpts.withData;
    expect(await openAs(undefined, linkOf(id))).toEqual({ state: 'visitor' });
    const free = await server.signIn(10);
    expect(await openAs(free.userId, linkOf(id))).toEqual({ state: 'notPro' });
    expect(fetchesOf(id)).toBe(0);
    const { cookie } = await newPro();
    expect(await open(linkOf(id), cookie)).toEqual({ status: 303, location: `/en/gpts/${id}` });
    expect(await open(linkOf(id))).toEqual({ status: 303, location: `/en/gpts/${id}` });
    expect(fetchesOf(id)).toBe(1);
    const answer = await server.fetch(`/api/gpts/${id}`);
    expect(await answer.json()).toMatchObject({
      name: 'Bread Coach',
      description: 'Bread Coach helps with bread.',
      author: 'Mill & Oven',
      prompt_starters: ['Why is my crust pale?', 'Plan a sourdough'],
      instructions: null,
      visibility: 'link',
      url: `https://chatgpt.com/g/${id}`,
      source: 'chatgpt.com, public page',
    });
    const question = { target: { gpt: id }, text: 'Hello' };
    expect((await readAll(await ask(server, free.cookie, question))).end).toMatchObject({
      charged: 1,
    });
  });

  it('of a page with tags only has name and description as plain text', async () => {
    const { userId } = await newPro();
    const id = publicGpts.withMetas;
    expect(await openAs(userId, linkOf(id))).toEqual({ state: 'open', id });
    expect(await (await server.fetch(`/api/gpts/${id}`)).json()).toMatchObject({
      name: 'Sea & Sky',
      description: 'Names waves <b>and</b> clouds',
      author: null,
      prompt_starters: [],
    });
  });

  it('of a hostile page is cut to the limits, without direction overrides', async () => {
    const { userId } = await newPro();
    const id = publicGpts.hostile;
    expect(await openAs(userId, linkOf(id))).toEqual({ state: 'open', id });
    const gpt = (await (await server.fetch(`/api/gpts/${id}`)).json()) as Record<string, unknown>;
    expect(gpt['name']).toMatch(/^<script>alert\(1\)<\/script> evil (long ?)+…$/);
    expect(String(gpt['name']).length).toBeLessThanOrEqual(100);
    expect(String(gpt['description']).length).toBeLessThanOrEqual(4_000);
    expect(gpt['prompt_starters']).toHaveLength(12);
    expect(gpt['author']).toBeNull();
  });

  it('is in no list, no search and no snapshot of the site', async () => {
    const id = publicGpts.withData;
    for (const query of ['', 'query=Bread', 'author=Mill+%26+Oven', `ids=${id}`]) {
      const answer = await server.fetch(`/api/gpts?${query}`);
      expect(await answer.text()).not.toContain('Bread Coach');
    }
  });

  it('is fetched once when many paste it at once', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, newPro));
    const id = publicGpts.slow;
    const opened = await Promise.all(users.map(({ userId }) => openAs(userId, linkOf(id))));
    expect(opened).toEqual(users.map(() => ({ state: 'open', id })));
    expect(fetchesOf(id)).toBe(1);
  });

  it.for([
    ['private', 'notPublic'],
    ['gone', 'notPublic'],
    ['elsewhere', 'notPublic'],
    ['busy', 'busy'],
  ] as const)('that is %s is %s, which is cached for a while', async ([page, state]) => {
    const { userId } = await newPro();
    const id = publicGpts[page];
    expect(await openAs(userId, linkOf(id))).toEqual({ state });
    expect(await openAs(userId, linkOf(id))).toEqual({ state });
    expect(fetchesOf(id)).toBe(1);
    await server.database.pool.query(
      `update gpt_link set retry = now() - interval '1 second' where gpt_id = $1`,
      [id],
    );
    expect(await openAs(userId, linkOf(id))).toEqual({ state });
    expect(fetchesOf(id)).toBe(2);
    expect((await server.fetch(`/api/gpts/${id}`)).status).toBe(404);
  });

  it('is opened by twenty new ones of a user in an hour', async () => {
    const { userId } = await newPro();
    const ids = Array.from({ length: 21 }, (_, index) => `g-Unknown${100 + index}`);
    for (const id of ids.slice(0, 20)) {
      expect(await openAs(userId, linkOf(id))).toEqual({ state: 'notPublic' });
    }
    await expect(openAs(userId, linkOf(ids[20] ?? ''))).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  it('becomes one of the catalogue when an import has it', async () => {
    const id = publicGpts.withMetas;
    const value = { id, name: 'Sea and Sky', author: 'Ada' };
    await importGpts(server.database, [{ place: id, value }]);
    expect(await (await server.fetch(`/api/gpts/${id}`)).json()).toMatchObject({
      name: 'Sea and Sky',
      visibility: 'public',
      source: null,
    });
  });

  it.for([
    'https://chatgpt.com/',
    'https://chatgpt.com/g/',
    'https://chatgpt.com/g/g-short',
    'https://chatgpt.com.example.com/g/g-AbCdEfGh1',
    'https://example.com/?u=https://chatgpt.com/g/g-AbCdEfGh1',
    'https://user@chatgpt.com/g/g-AbCdEfGh1',
    'https://chatgpt.com:444/g/g-AbCdEfGh1',
    'javascript:chatgpt.com/g/g-AbCdEfGh1',
    'bread coach',
  ])('is not %s', async (link) => {
    expect(await openAs(undefined, link)).toEqual({ state: 'wrong' });
  });
});

it('is never fetched if the operator switched it off', async () => {
  const environment = { ...elsewhere.environment, GPT_LINKS: 'no' };
  const other = await startTestServer({ environment, database: server.database });
  const { userId } = await newPro();
  const actor = { kind: 'user', userId, sessionId: userId, address: '203.0.113.9' } as const;
  const before = elsewhere.requests.length;
  expect(await openGptLink({ ...other.platform, actor }, linkOf('g-Another12'))).toEqual({
    state: 'notPublic',
  });
  expect(elsewhere.requests).toHaveLength(before);
  await other.close();
});
