import { request } from 'node:http';
import { readFile, rm } from 'node:fs/promises';
import { release, siteFiles, writeFolder } from './renderedSite.ts';
import { startTestServer } from './server.ts';

type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

/** A server with a small release, two of whose GPTs are removed. */
export type SiteServer = {
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  close(): Promise<void>;
};

export async function startSiteServer(): Promise<SiteServer> {
  const server = await startTestServer();
  const folder = await writeFolder({
    ...siteFiles('one'),
    'favicon.ico': await readFile(new URL('../../public/favicon.ico', import.meta.url)),
    'nextchat.html': '<!doctype html><title>hash routes</title>',
    'search/placeholder.html': '<!doctype html><title>placeholder</title>',
  });
  await release(server.platform.config.dataDir, folder, ['gone-gpt', 'gone/gpt']);
  return {
    get: (path, headers = {}, method = 'GET') => get(server.url, path, headers, method),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends the path exactly as it is written; `fetch` would tidy it up. */
function get(
  url: string,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answered = response.headers as Record<string, string | undefined>;
        resolve({
          status: response.statusCode ?? 0,
          headers: answered,
          body: Buffer.concat(chunks),
        });
      });
    });
    call.on('error', reject);
    call.end();
  });
}
