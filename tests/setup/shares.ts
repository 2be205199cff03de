import { callJson, storeConversation } from './conversations.ts';
import { release, siteFiles, writeFolder } from './renderedSite.ts';
import { type TestServer, startTestServer } from './server.ts';

/** The open page, as short as it can be. */
const openPage = (language: string) =>
  `<!doctype html><html lang="${language}"><head><title>Shared</title><meta name="robots" content="noindex">` +
  `<meta property="og:title" content="Shared"><meta property="og:description" content="None"><style>body{color:black}</style></head><body><h1 data-fill="heading">None</h1>` +
  `<p data-fill="lead">None</p><a href="/s" hidden data-fill="continue">Continue</a><a class="button" href="/chat" data-fill="action">Start</a>` +
  `<ol data-fill="messages"></ol><p hidden data-fill="cut">Cut</p><p hidden data-fill="caution">Caution</p>` +
  `<a href="/de/s">Deutsch</a></body></html>`;

/** A server with a release that has the open page in three languages. */
export async function startSharingServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const server = await startTestServer(options);
  const pages = ['en', 'de', 'zh_TW'].map((language) => [`${language}/s.html`, openPage(language)]);
  const folder = await writeFolder({ ...siteFiles('one'), ...Object.fromEntries(pages) });
  await release(server.platform.config.dataDir, folder);
  return server;
}

export type Share = { id: string; conversation_id: string; title: string; path: string };

/** Shares a conversation. */
export async function share(
  server: TestServer,
  cookie: string,
  id: string,
): Promise<{ status: number; json: Share }> {
  return callJson<Share>(server, cookie, 'POST', `/api/chat/conversations/${id}/shares`);
}

/** The links of a user. */
export async function sharesOf(server: TestServer, cookie: string): Promise<Share[]> {
  return (await callJson<{ items: Share[] }>(server, cookie, 'GET', '/api/chat/shares')).json.items;
}

/** As a stranger reads it. */
export async function readPage(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** A short conversation. */
export const talk = (server: TestServer, cookie: string, title = 'Talk') =>
  storeConversation(server, cookie, title, [{ text: 'One?' }, { text: '**Two**' }]);
