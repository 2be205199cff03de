import { join } from 'node:path';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { isLoopbackName } from '#server/gateways/loopbackServer.ts';
import type { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import {
  type FaultScript,
  type ProviderCall,
  type ProviderReply,
  newScript,
  startProviderServer,
} from '#server/gateways/payments/providerServer.ts';
import { respondToCall } from '#server/gateways/payments/sandboxApi.ts';
import { SandboxBooks } from '#server/gateways/payments/sandboxFile.ts';
import { SandboxMessages } from '#server/gateways/payments/sandboxMessages.ts';
import {
  type Reply,
  cardPage,
  overview,
  payPage,
  postForm,
} from '#server/gateways/payments/sandboxPages.ts';

export type PaymentSandbox = {
  books: ProviderBooks;
  script: FaultScript;
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

/**
 * Starts a payment provider on loopback, with pages on which a developer pays, declines, delays and repeats. No money
 * is paid. Its records are in the data folder.
 */
export async function startPaymentSandbox(options: Options): Promise<PaymentSandbox> {
  const { key, siteOrigin } = options;
  const books = new SandboxBooks(join(options.dataDir, 'payments-sandbox.json'));
  const messages = new SandboxMessages(books, key, options.webhookUrl);
  const script = newScript();
  const { port, origin, close } = await startProviderServer({
    script,
    port: books.port,
    respond: (call) => {
      const reply = respond(call, key, books, messages);
      if (call.method === 'POST') books.save();
      return { ...toHttp(reply, siteOrigin), hasChanged: call.method === 'POST' };
    },
  });
  books.port = port;
  books.save();
  return {
    books,
    script,
    origin,
    close: async () => {
      messages.close();
      await close();
    },
  };
}

function respond(
  { method, url, headers, body }: ProviderCall,
  key: string,
  books: SandboxBooks,
  messages: SandboxMessages,
): Reply {
  if (!isLoopbackName(headers.host)) return text(403, 'For names of this machine only');
  try {
    if (url.pathname.startsWith('/v1/')) {
      if (headers.authorization !== `Bearer ${key}`) return text(401, 'Wrong key');
      return respondToCall(books, messages, { method, url, body });
    }
    if (method === 'GET') {
      if (url.pathname.startsWith('/card/')) return cardPage(books, url.pathname);
      return url.pathname === '/' ? overview(books) : payPage(books, url.pathname);
    }
    if (method !== 'POST') return text(405, 'Not allowed');
    if (headers['sec-fetch-site'] === 'cross-site') return text(403, 'From elsewhere');
    return postForm(books, messages, url.pathname, new URLSearchParams(body));
  } catch (error) {
    return text(400, String(error));
  }
}

function text(status: number, words: string): Reply {
  return { status, json: { error: words } };
}

function toHttp(reply: Reply, siteOrigin: string): ProviderReply {
  const base = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if ('location' in reply) return { status: 303, headers: { ...base, location: reply.location } };
  if ('json' in reply) {
    const headers = { ...base, 'content-type': 'application/json' };
    return { status: reply.status, headers, body: JSON.stringify(reply.json) };
  }
  const headers = {
    ...base,
    'content-type': 'text/html; charset=utf-8',
    // `form-action` also covers the redirect to our site after a form.
    'content-security-policy': `default-src 'none'; style-src 'sha256-${reply.styleHash}'; base-uri 'none'; form-action 'self' ${siteOrigin}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  };
  return { status: reply.status, headers, body: reply.html };
}
