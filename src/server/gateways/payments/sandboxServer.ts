import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import type { PaymentMethod } from '#domain/payments.ts';
import {
  closeServer,
  isLoopbackName,
  listenOnLoopback,
  readBody,
} from '#server/gateways/loopbackServer.ts';
import { respondToCall } from '#server/gateways/payments/sandboxApi.ts';
import { SandboxBooks } from '#server/gateways/payments/sandboxBooks.ts';
import { SandboxMessages } from '#server/gateways/payments/sandboxMessages.ts';
import {
  type Reply,
  cardPage,
  overview,
  payPage,
  postForm,
} from '#server/gateways/payments/sandboxPages.ts';

export type PaymentSandbox = {
  /** `http://127.0.0.1:port` */
  origin: string;
  close(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Signs messages, and authorises calls of the gateway. */
  key: string;
  /** Returns the URL to which a method's messages are sent. */
  webhookUrl: (method: PaymentMethod) => string;
  /** The origin of our site, to which the sandbox's forms redirect. */
  siteOrigin: string;
};

const bodyMaxBytes = 100_000;

/**
 * Starts a payment provider on loopback, with pages on which a developer pays, declines, delays and repeats. No money
 * is paid. Its records are in the data folder.
 */
export async function startPaymentSandbox(options: Options): Promise<PaymentSandbox> {
  const books = new SandboxBooks(join(options.dataDir, 'payments-sandbox.json'));
  const messages = new SandboxMessages(options.key, options.webhookUrl);
  const server = createServer((request, response) => {
    respond(request, options.key, books, messages)
      .catch((error: unknown) => ({ status: 400, json: { error: String(error) } }))
      .then((reply) => send(response, reply, options.siteOrigin))
      .catch(() => response.destroy());
  });
  // Another server may have taken its port in the meantime.
  const port = await listenOnLoopback(server, books.port).catch(() => listenOnLoopback(server, 0));
  books.port = port;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      messages.close();
      await closeServer(server);
    },
  };
}

async function respond(
  request: IncomingMessage,
  key: string,
  books: SandboxBooks,
  messages: SandboxMessages,
): Promise<Reply> {
  if (!isLoopbackName(request.headers.host)) return text(403, 'For names of this machine only');
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const method = request.method ?? 'GET';
  const body = method === 'POST' ? await readBody(request, bodyMaxBytes) : '';
  if (url.pathname.startsWith('/v1/')) {
    if (request.headers.authorization !== `Bearer ${key}`) return text(401, 'Wrong key');
    return respondToCall(books, messages, { method, url, body });
  }
  if (method === 'GET') {
    if (url.pathname.startsWith('/card/')) return cardPage(books, url.pathname);
    return url.pathname === '/' ? overview(books) : payPage(books, url.pathname);
  }
  if (method !== 'POST') return text(405, 'Not allowed');
  if (request.headers['sec-fetch-site'] === 'cross-site') return text(403, 'From elsewhere');
  return postForm(books, messages, url.pathname, new URLSearchParams(body));
}

function text(status: number, words: string): Reply {
  return { status, json: { error: words } };
}

function send(response: ServerResponse, reply: Reply, siteOrigin: string): void {
  const base = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if ('location' in reply) {
    response.writeHead(303, { ...base, location: reply.location }).end();
    return;
  }
  if ('json' in reply) {
    response.writeHead(reply.status, { ...base, 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(reply.status, {
    ...base,
    'content-type': 'text/html; charset=utf-8',
    // `form-action` also covers the redirect to our site after a form.
    'content-security-policy': `default-src 'none'; style-src 'sha256-${reply.styleHash}'; base-uri 'none'; form-action 'self' ${siteOrigin}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  });
  response.end(reply.html);
}
