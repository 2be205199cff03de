import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { StripeConfig } from '#server/paymentConfig.ts';
import { openDispute, setDispute, settleRefund } from './stripeCharges.ts';
import { expand } from './stripeExpand.ts';
import { type Form, StripeRefusal, parseForm } from './stripeForm.ts';
import { giveCard } from './stripePortal.ts';
import { advanceClock, payInvoice } from './stripeRenewals.ts';
import { route } from './stripeRoutes.ts';
import { stripeBuyer } from './stripeSessions.ts';
import {
  type Card,
  type EventObject,
  type StripeWorld,
  apiVersion,
  newId,
  newStripeWorld,
  nowOf,
} from './stripeWorld.ts';

/** How the server misbehaves, once for each in its list, with the next requests that match. */
export type StripeMisdeed = {
  does:
    | 'answers 500'
    | 'works and answers 500'
    | 'answers 429'
    | 'never answers'
    | 'answers in drops'
    | 'cuts the connection'
    | 'works and cuts the connection'
    | 'answers garbage';
  /** How the method and path begin, such as `POST /v1/refunds`; every request when unset. */
  to?: string;
};

/** Called with each request that changed something, such as `POST /v1/refunds`. Returns whether its answer is lost. */
export type StripeHooks = { after: (call: string) => boolean | Promise<boolean> };

/** A request that the server saw. */
export type StripeRequest = { method: string; path: string; form: Form; key: string | undefined };

export type StripeServer = ReturnType<typeof controls>;

type Answer = { status: number; body: unknown };

type Running = {
  world: StripeWorld;
  config: StripeConfig;
  requests: StripeRequest[];
  misdeeds: StripeMisdeed[];
  hooks: StripeHooks;
  /** Answers by idempotency key, each for a day. */
  kept: Map<string, { request: string; answer: Answer; until: number }>;
  close: () => Promise<void>;
};

/**
 * Speaks as much of Stripe's HTTP protocol as the product uses, in the shapes of the pinned version, and believes nothing:
 * names that the real API does not have are refused. Built from Stripe's documentation and the library's types.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const server = createServer((request, response) => void answer(running, request, response));
  const running: Running = {
    world: newStripeWorld(),
    config: {
      secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
      webhookSecrets: [`whsec_${randomBytes(16).toString('hex')}`],
      apiUrl: undefined,
    },
    requests: [],
    misdeeds: [],
    hooks: { after: () => false },
    kept: new Map(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.config.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.world.url = running.config.apiUrl;
  return controls(running);
}

/** What tests do at Stripe: buyers, banks, the clock and messages. */
function controls(running: Running) {
  const { world, config } = running;
  const sign = (body: string, secret = config.webhookSecrets[0] ?? '', at = nowOf(world)) => {
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = new Headers({ 'stripe-signature': `t=${at},v1=${signature}` });
    return { body: new TextEncoder().encode(body), headers };
  };
  return {
    world,
    config,
    requests: running.requests,
    misdeeds: running.misdeeds,
    hooks: running.hooks,
    buyer: stripeBuyer(world),
    now: () => nowOf(world),
    advance: (seconds: number) => advanceClock(world, seconds),
    giveCard: (url: string, card: Card) => giveCard(world, url, card),
    payInvoice: (id: string) => payInvoice(world, id),
    openDispute: (payment: string, amount?: number) => openDispute(world, payment, amount),
    setDispute: (id: string, status: Parameters<typeof setDispute>[2]) =>
      setDispute(world, id, status),
    settleRefund: (id: string, status: 'succeeded' | 'failed') => settleRefund(world, id, status),
    /** Signs a body as Stripe does. */
    sign,
    message: (event: EventObject, secret?: string) => sign(JSON.stringify(event), secret),
    /** Signed at the time of this machine, for a server in this process: it compares that with its own clock. */
    messageNow: (event: EventObject) =>
      sign(JSON.stringify(event), undefined, Math.floor(Date.now() / 1_000)),
    eventsOf: (type: string) => world.events.filter((event) => event.type === type),
    close: running.close,
  };
}

async function answer(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request);
  const url = new URL(request.url ?? '/', running.world.url);
  const form = parseForm(request.method === 'GET' ? url.search.slice(1) : body);
  const method = request.method ?? '';
  const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const seen = { method, path: url.pathname, form, key: key?.toString() };
  running.requests.push(seen);
  const misdeed = takeMisdeed(running, seen);
  if (misdeed === 'never answers') return;
  if (misdeed === 'answers in drops') return dropSlowly(response);
  if (misdeed === 'cuts the connection') return void request.socket.destroy();
  const send = (status: number, value: unknown, isReplayed = false) => {
    if (misdeed === 'works and cuts the connection') return void request.socket.destroy();
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...(isReplayed ? { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' } : {}),
    });
    response.end(misdeed === 'answers garbage' ? '{"id": ' : JSON.stringify(value));
  };
  try {
    checkHeaders(running, request);
    if (misdeed === 'answers 429') {
      throw new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit' });
    }
    const { status, body: value, isReplayed } = keepAnswer(running, seen, misdeed);
    const hasChanged = method !== 'GET' && !isReplayed;
    if (hasChanged && (await running.hooks.after(`${method} ${url.pathname}`))) {
      return void request.socket.destroy();
    }
    send(status, value, isReplayed);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    send(error.status, { error: error.body });
  }
}

/** Responds to a request with an idempotency key once, and then with the same response. */
function keepAnswer(
  running: Running,
  seen: StripeRequest,
  misdeed: StripeMisdeed['does'] | undefined,
): Answer & { isReplayed: boolean } {
  const { world, kept } = running;
  const request = JSON.stringify([seen.method, seen.path, seen.form]);
  const known = seen.key === undefined ? undefined : kept.get(seen.key);
  if (known && known.until > nowOf(world)) {
    if (known.request !== request) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
      });
    }
    return { ...known.answer, isReplayed: true };
  }
  const made = work(running, seen, misdeed);
  if (seen.key !== undefined) {
    kept.set(seen.key, { request, answer: made, until: nowOf(world) + 86_400 });
  }
  return { ...made, isReplayed: false };
}

function work({ world }: Running, seen: StripeRequest, misdeed: StripeMisdeed['does'] | undefined) {
  const failed = {
    status: 500,
    body: { error: { type: 'api_error', message: 'Something went wrong on our side.' } },
  };
  if (misdeed === 'answers 500') return failed;
  try {
    const object = route(world, seen.method, seen.path, seen.form);
    if (misdeed === 'works and answers 500') return failed;
    return { status: 200, body: expand(world, object, seen.form) };
  } catch (error) {
    // A request that was wrong did not begin, and its key can be used again.
    if (!(error instanceof StripeRefusal) || !error.isKept) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

function checkHeaders({ config }: Running, { headers }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${config.secretKey}`) {
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${String(headers.authorization).slice(0, 12)}`,
    });
  }
  if (headers['stripe-version'] !== apiVersion) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: `This server speaks ${apiVersion} only.`,
    });
  }
}

/** Begins an answer that never ends, and never falls silent. */
function dropSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}

function takeMisdeed({ misdeeds }: Running, { method, path }: StripeRequest) {
  const index = misdeeds.findIndex(({ to }) => `${method} ${path}`.startsWith(to ?? ''));
  return index === -1 ? undefined : misdeeds.splice(index, 1)[0]?.does;
}
