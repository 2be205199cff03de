import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { languages } from '#domain/languages/languages.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { hideGpt, setVisibility } from '#server/services/gpts/withdrawGpt.ts';
import { exportSite } from '#server/services/publishing/export/exportSite.ts';
import { publishFiles, temporaryFolders } from '../../setup/exporting.ts';
import { siteFiles } from '../../setup/renderedSite.ts';
import { startS3Server } from '../../setup/s3Server.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

type Purge = { authorization: string | undefined; files: string[] };

const purges: Purge[] = [];
let isRefusing = false;
const folders = temporaryFolders();

let cdn: Server;
let server: TestServer;

beforeAll(async () => {
  cdn = createServer((request, response) => {
    void json(request).then((body) => {
      const { authorization } = request.headers;
      purges.push({ authorization, files: (body as { files: string[] }).files });
      response.writeHead(isRefusing ? 503 : 200).end('{"success":true}');
    });
  });
  cdn.listen(0, '127.0.0.1');
  await once(cdn, 'listening');
  server = await startTestServer({
    environment: {
      CDN_PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge_cache`,
      CDN_PURGE_TOKEN: 'the token',
    },
  });
  await importGpts(
    server.database,
    ['a/b', 'c'].map((id) => ({ place: id, value: { id, name: id } })),
  );
});

afterAll(async () => {
  await server.close();
  await folders.removeAll();
  cdn.closeAllConnections();
  cdn.close();
});

it('removes the pages of a withdrawn GPT from the CDN, in all languages', async () => {
  const jobs = await startJobs(server.platform, { isTimed: false });
  await hideGpt(server.platform, 'a/b', 'Copied');
  await expect.poll(() => purges).toHaveLength(1);
  await setVisibility(server.platform, 'c', 'private');
  await expect.poll(() => purges).toHaveLength(2);
  await jobs.stop();
  const [first, second] = purges;
  expect(first?.authorization).toBe('Bearer the token');
  expect(first?.files).toHaveLength(languages.length);
  expect(new Set(first?.files)).toContain(server.platform.config.publicUrl + gptPath('de', 'a/b'));
  expect(new Set(second?.files)).toContain(server.platform.config.publicUrl + gptPath('en', 'c'));
});

it.each(['a folder', 'a bucket'])(
  'removes the pages that left %s from the CDN, also after it refused',
  async (kind) => {
    const [dataDir, folder, s3] = [
      await folders.make(),
      await folders.make(),
      await startS3Server(),
    ];
    const target = kind === 'a folder' ? folder : 's3://bucket';
    const { publicUrl, cdnPurge } = server.platform.config;
    const config = { dataDir, s3: s3.config, publicUrl, cdnPurge };
    const run = () => exportSite({ config, target, progress: () => undefined });
    await publishFiles(dataDir, { ...siteFiles('one'), 'en/x.html': 'x' });
    await run();
    await publishFiles(dataDir, siteFiles('one'));
    isRefusing = true;
    await expect(run()).rejects.toThrow('The CDN refused a purge with 503');
    isRefusing = false;
    purges.length = 0;
    expect(await run()).toEqual({ kind: 'unchanged' });
    await run();
    expect(purges.map(({ files }) => files)).toEqual([[`${publicUrl}/en/x`]]);
    await s3.close();
  },
);
