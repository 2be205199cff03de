import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { linkedGptSource } from '#domain/gpts/gptLinks.ts';
import { languages } from '#domain/languages/languages.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { hideGpt, removeGpt, setVisibility, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { connect } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../setup/databaseProxy.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const ids = ['gpt-4-all', 'a/b~'];

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await writeFolder(siteFiles('one'));
  await release(server.platform.config.dataDir, folder);
  await importGpts(
    server.database,
    ids.map((id) => ({ place: id, value: { id, name: id } })),
  );
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The status of a GPT's page in each language. */
async function statusesOf(id: string, from = server): Promise<number[]> {
  const answers = languages.map((language) => from.fetch(gptPath(language, id)));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const everywhere = (status: number) => languages.map(() => status);

function become(id: string, status: number, from = server): Promise<void> {
  return vi.waitFor(
    async () => expect(await statusesOf(id, from)).toEqual(everywhere(status)),
    10_000,
  );
}

describe('the first publication of a GPT', () => {
  const publishedOf = async (id: string) => {
    const { published } = (await (await server.fetch(`/api/gpts/${id}`)).json()) as Gpt;
    return published === null ? null : new Date(published);
  };
  const importRow = (value: { id: string; name: string; visibility?: string }) =>
    importGpts(server.database, [{ place: value.id, value }]);

  it('is the start of its import, and stays when it is hidden, imported or edited again', async () => {
    const start = new Date();
    await importRow({ id: 'new', name: 'New' });
    const published = await publishedOf('new');
    expect(published?.getTime()).toBeGreaterThanOrEqual(start.getTime());
    await hideGpt(server.platform, 'new', 'Copied');
    await showGpt(server.platform, 'new');
    await importRow({ id: 'new', name: 'Newer' });
    await setVisibility(server.platform, 'new', 'link');
    await setVisibility(server.platform, 'new', 'public');
    expect(await publishedOf('new')).toEqual(published);
  });

  it('is the time when it becomes public, for one that could be opened by its address before', async () => {
    await importRow({ id: 'linked', name: 'Linked', visibility: 'link' });
    expect(await publishedOf('linked')).toBeNull();
    const start = await databaseNow();
    await setVisibility(server.platform, 'linked', 'public');
    expect((await publishedOf('linked'))?.getTime()).toBeGreaterThanOrEqual(start);
  });

  it('is its import, for one that was made of its public page before', async () => {
    const row = { visibility: 'link', source: linkedGptSource } as const;
    await server.database.query.insert(gpt).values({ id: 'opened', name: 'Opened', ...row });
    const start = await databaseNow();
    await importRow({ id: 'opened', name: 'Opened' });
    expect((await publishedOf('opened'))?.getTime()).toBeGreaterThanOrEqual(start);
  });

  async function databaseNow(): Promise<number> {
    const { rows } = await server.database.query.execute<{ now: string }>(
      sql`select date_trunc('milliseconds', clock_timestamp())::text as now`,
    );
    return new Date(rows[0]?.now ?? '').getTime();
  }
});

describe('the page of a withdrawn GPT that is still in the release', () => {
  it('is missing in every language once the GPT is hidden, and restored once it is shown', async () => {
    const shown = await server.fetch(gptPath('de', 'gpt-4-all'));
    const known = { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } };
    expect((await server.fetch(gptPath('de', 'gpt-4-all'), known)).status).toBe(304);
    await hideGpt(server.platform, 'gpt-4-all', 'Copied');
    await become('gpt-4-all', 404);
    const page = await server.fetch(gptPath('de', 'gpt-4-all'), known);
    expect(await page.text()).toContain('<title>404 de</title>');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await statusesOf('a/b~')).toEqual(everywhere(200));
    await showGpt(server.platform, 'gpt-4-all');
    await become('gpt-4-all', 200);
  });

  it.each(['private', 'link'] as const)('is missing once the GPT is %s', async (visibility) => {
    await setVisibility(server.platform, 'gpt-4-all', visibility);
    await become('gpt-4-all', 404);
    await setVisibility(server.platform, 'gpt-4-all', 'public');
    await become('gpt-4-all', 200);
  });

  it('is gone in every language once the GPT is removed, for any id', async () => {
    await removeGpt(server.platform, 'a/b~', 'Asked by its author');
    await become('a/b~', 410);
    const page = await server.fetch(gptPath('ja', 'a/b~'));
    expect(await page.text()).toContain('<title>410 ja</title>');
  });

  it('is refused by every server at once, also for consecutive withdrawals', async () => {
    const run = crypto.randomUUID();
    const twins = [0, 1, 2, 3].map((number) => `twin-${number}-${run}`);
    const other = await startTestServer({ database: server.database });
    await release(other.platform.config.dataDir, folder);
    await importGpts(
      server.database,
      twins.map((id) => ({ place: id, value: { id, name: id } })),
    );
    const withdraw = [
      (id: string) => hideGpt(server.platform, id, 'Copied'),
      (id: string) => removeGpt(other.platform, id, 'Asked by its author'),
      (id: string) => setVisibility(server.platform, id, 'private'),
      (id: string) => removeGpt(server.platform, id, 'Asked by its author'),
    ];
    for (const [place, id] of twins.entries()) {
      await withdraw[place]?.(id);
      for (const { fetch } of [server, other]) {
        const listed = await (await fetch('/api/gpts?size=100')).text();
        expect(listed).not.toContain(`"${id}"`);
        expect([403, 404, 410]).toContain((await fetch(`/api/gpts/${id}`)).status);
      }
      // Pages follow a notification of the database, which a busy machine delivers late.
      await vi.waitFor(() => {
        const statuses = [server, other].map(({ platform }) =>
          platform.withdrawn.find(`/de/gpts/${id}`),
        );
        expect(statuses).not.toContain(undefined);
      }, 10_000);
    }
    await other.close();
  });

  it('is refused by a server from its first answer on', async () => {
    await hideGpt(server.platform, 'gpt-4-all', 'Copied');
    const late = await startTestServer({ database: server.database });
    await release(late.platform.config.dataDir, folder);
    expect(await statusesOf('gpt-4-all', late)).toEqual(everywhere(404));
    await late.close();
    await showGpt(server.platform, 'gpt-4-all');
    await become('gpt-4-all', 200);
  });

  it('is refused when it was withdrawn while a server was unreachable', async () => {
    const proxy: DatabaseProxy = await startDatabaseProxy(server.database.url);
    const behind = connect(proxy.url, { warn: () => undefined });
    const other = await startTestServer({ database: { ...behind, drop: behind.close } });
    await release(other.platform.config.dataDir, folder);
    proxy.decide(() => 'lose');
    proxy.cut();
    await hideGpt(server.platform, 'gpt-4-all', 'Copied');
    proxy.decide(() => 'pass');
    await become('gpt-4-all', 404, other);
    await showGpt(server.platform, 'gpt-4-all');
    await become('gpt-4-all', 200, other);
    await other.close();
    await behind.close();
    await proxy.close();
  });

  it('stays refused while the database is away, and others stay served', async () => {
    const proxy: DatabaseProxy = await startDatabaseProxy(server.database.url);
    const behind = connect(proxy.url, { warn: () => undefined });
    const other = await startTestServer({ database: { ...behind, drop: behind.close } });
    await release(other.platform.config.dataDir, folder);
    await become('a/b~', 410, other);
    proxy.decide(() => 'lose');
    await hideGpt(server.platform, 'gpt-4-all', 'Copied');
    expect(await statusesOf('gpt-4-all', other)).toEqual(everywhere(200));
    expect(await statusesOf('a/b~', other)).toEqual(everywhere(410));
    proxy.decide(() => 'pass');
    await other.close();
    await behind.close();
    await proxy.close();
  });
});
