import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { setVisibility } from '#server/services/gpts/withdrawGpt.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const visibilities = { open: 'public', linked: 'link', diary: 'private' };
  const rows = Object.entries(visibilities).map(([id, visibility]) => ({
    place: id,
    value: { id, name: `The ${id} helper`, author: 'Ada', tags: ['quiet'], visibility },
  }));
  expect(await importGpts(server.database, rows)).toMatchObject({ added: 3, rejected: 0 });
});

afterAll(() => server.close());

async function json(path: string, init: RequestInit & { cookie?: string } = {}): Promise<unknown> {
  const response = await server.fetch(path, init);
  return { status: response.status, body: (await response.json()) as unknown };
}

async function idsOf(path: string): Promise<string[]> {
  const { body } = (await json(path)) as { body: { items: { id: string }[] } };
  return body.items.map(({ id }) => id);
}

describe('a GPT that its address leads to', () => {
  it('can be read, asked, saved, rated and reported with its address', async () => {
    expect(await json('/api/gpts/linked')).toMatchObject({
      status: 200,
      body: { name: 'The linked helper', visibility: 'link' },
    });
    const { cookie } = await server.signIn(10);
    const question = { target: { gpt: 'linked' }, text: 'Hello' };
    const { end } = await readAll(await ask(server, cookie, question));
    expect(end).toMatchObject({ charged: 1 });
    const saving = { method: 'PUT', cookie };
    expect(await json('/api/gpts/collection/linked', saving)).toMatchObject({ status: 200 });
    expect(await json('/api/gpts/collection', { cookie })).toEqual({
      status: 200,
      body: [{ gizmo_id: 'linked', is_removed: false }],
    });
    expect(await json('/api/gpts/recent', { cookie })).toEqual({
      status: 200,
      body: [{ gizmo_id: 'linked' }],
    });
    const rating = { method: 'PUT', cookie, body: JSON.stringify({ rating: 5, text: 'Good' }) };
    expect(await json('/api/gpts/linked/review', rating)).toMatchObject({ status: 200 });
    expect(await json('/api/gpts/linked/reviews')).toMatchObject({ body: { total: 1 } });
  });

  it('is in no list and no search, for any request', async () => {
    for (const query of [
      '',
      'query=helper',
      'query=Linked',
      'author=Ada',
      'tag=quiet',
      'ids=linked,open,diary',
    ]) {
      expect(await idsOf(`/api/gpts?${query}`)).not.toContain('linked');
      expect(await idsOf(`/api/gpts?${query}`)).not.toContain('diary');
    }
    expect(await idsOf('/api/gpts?ids=linked,open,diary')).toEqual(['open']);
  });

  it('changes at once with its visibility', async () => {
    await setVisibility(server.platform, 'linked', 'private');
    expect(await json('/api/gpts/linked')).toMatchObject({ status: 403 });
    await setVisibility(server.platform, 'linked', 'public');
    expect(await idsOf('/api/gpts?query=Linked')).toEqual(['linked']);
    await setVisibility(server.platform, 'linked', 'link');
    expect(await idsOf('/api/gpts?query=Linked')).toEqual([]);
    expect(await json('/api/gpts/linked')).toMatchObject({ status: 200 });
  });
});

describe('a private GPT', () => {
  it('is refused to readers and askers with its message, and is not revealed by saving', async () => {
    const { cookie } = await server.signIn(10);
    const refusal = { error: { code: 'gpt_not_public' } };
    expect(await json('/api/gpts/diary')).toMatchObject({ status: 403, body: refusal });
    const asked = await ask(server, cookie, { target: { gpt: 'diary' }, text: 'Hello' });
    expect([asked.status, await asked.json()]).toMatchObject([403, refusal]);
    const saving = { method: 'PUT', cookie };
    const unknown = await json('/api/gpts/collection/nobody-made-this', saving);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'unknown_gpt' } } });
    expect(await json('/api/gpts/collection/diary', saving)).toEqual(unknown);
  });
});
