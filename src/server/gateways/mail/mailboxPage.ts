import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { normaliseEmail } from '#domain/login/login.ts';
import { closeServer, isLoopbackName, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';

export type StoredMail = Mail & { sent: string };

/** Reads the mails, newest first. */
export type ReadMails = () => Promise<StoredMail[]>;

const style = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:44rem;margin:0 auto;padding:1.5rem}',
  'article{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:1rem 0}',
  'h2{font-size:1.125rem;margin:0}',
  'p{margin:0;opacity:.75}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}',
].join('');

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the mailbox on the loopback address only: `/` for people, `/latest.json?to=` for tests. Returns its address.
 * Throws when the port is taken.
 */
export async function serveMailbox(
  read: ReadMails,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    respond(request, response, read).catch(() => {
      send(response, 500, 'text/plain', 'The mailbox could not be read\n');
    });
  });
  const actualPort = await listenOnLoopback(server, port).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`The port ${port} of the development mailbox is taken`) : error;
  });
  return { url: `http://127.0.0.1:${actualPort}/`, close: () => closeServer(server) };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  read: ReadMails,
): Promise<void> {
  if (!isLoopbackName(request.headers.host)) {
    return send(response, 403, 'text/plain', 'The mailbox answers to names of this machine only\n');
  }
  if (request.method !== 'GET') {
    return send(response, 405, 'text/plain', 'The mailbox can only be read\n');
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/') return send(response, 200, 'text/html', page(await read()));
  if (url.pathname !== '/latest.json') return send(response, 404, 'text/plain', 'Not found\n');
  const to = url.searchParams.get('to');
  const mail = (await read()).find(
    (one) => to === null || normaliseEmail(one.to) === normaliseEmail(to),
  );
  return send(response, mail ? 200 : 404, 'application/json', JSON.stringify(mail ?? null));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
}

function page(mails: readonly StoredMail[]): string {
  const articles = mails.map(
    ({ to, subject, text, sent }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} · ` +
      `<time>${escapeHtml(sent)}</time></p><pre>${escapeHtml(text)}</pre></article>`,
  );
  const empty = '<p>No mail yet. What the server sends appears here; reload to look again.</p>';
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>Development mailbox</title><style>${style}</style></head>` +
    `<body><h1>Development mailbox</h1>${articles.join('') || empty}</body></html>\n`
  );
}
