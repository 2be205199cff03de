import { createHmac, randomBytes } from 'node:crypto';
import type { Card } from '#server/gateways/payments/providerRecords.ts';
import {
  type FaultScript,
  type ProviderCall,
  type ProviderReply,
  newScript,
  startProviderServer,
} from '#server/gateways/payments/providerServer.ts';
import type { StripeConfig } from '#server/paymentConfig.ts';
import { billByHand, payInvoice } from './stripeBills.ts';
import { advanceClock } from './stripeClock.ts';
import { expand } from './stripeExpand.ts';
import { type Form, StripeRefusal, parseForm } from './stripeForm.ts';
import { stripeObjects } from './stripeObjects.ts';
import { giveCard } from './stripePortal.ts';
import { createRefund, openDispute, setDispute, settleRefund } from './stripeRefunds.ts';
import { route } from './stripeRoutes.ts';
import { stripeBuyer } from './stripeSessions.ts';
import {
  type EventObject,
  type StripeState,
  apiVersion,
  newId,
  newStripeState,
  secondsNow,
} from './stripeState.ts';

/** How the server itself can fail, beside the faults of every connection. */
type StripeFault = 'answers 500' | 'works and answers 500' | 'answers 429' | 'answers garbage';

/** A request that the server saw. */
export type StripeRequest = { method: string; path: string; form: Form; key: string | undefined };

export type StripeServer = ReturnType<typeof controls> & { close: () => Promise<void> };

type Answer = { status: number; body: unknown };

type Running = {
  state: StripeState;
  config: StripeConfig;
  requests: StripeRequest[];
  script: FaultScript<StripeFault>;
  /** Answers by idempotency key, each for a day. */
  kept: Map<string, { request: string; answer: Answer; until: number }>;
};

/**
 * Speaks as much of Stripe's HTTP protocol as the product uses, in the shapes of the pinned version, and believes nothing:
 * names that the real API does not have are refused. Built from Stripe's documentation and the library's types.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const running: Running = {
    state: newStripeState(),
    config: {
      secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
      webhookSecrets: [`whsec_${randomBytes(16).toString('hex')}`],
      apiUrl: undefined,
    },
    requests: [],
    script: newScript(),
    kept: new Map(),
  };
  const { origin, close } = await startProviderServer({
    script: running.script,
    record: (call) => running.requests.push(toRequest(call)),
    respond: (call, fault) => respond(running, call, fault),
  });
  running.config.apiUrl = origin;
  running.state.url = origin;
  return { ...controls(running), close };
}

/** The actions of tests at Stripe: buyers, banks, the clock and messages. */
function controls(running: Running) {
  const { state, config } = running;
  const sign = (body: string, secret = config.webhookSecrets[0] ?? '', at = secondsNow(state)) => {
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = new Headers({ 'stripe-signature': `t=${at},v1=${signature}` });
    return { body: new TextEncoder().encode(body), headers };
  };
  return {
    /** Settings, portals and messages that no object of the API has. */
    state,
    books: state.books,
    ...stripeObjects(state),
    config,
    requests: running.requests,
    ...running.script,
    buyer: stripeBuyer(state),
    now: () => secondsNow(state),
    advance: (seconds: number) => advanceClock(state, seconds),
    giveCard: (url: string, card: Card) => giveCard(state, url, card),
    payInvoice: (id: string) => payInvoice(state, id),
    openDispute: (payment: string, amount?: number) => openDispute(state, payment, amount),
    setDispute: (id: string, status: Parameters<typeof setDispute>[2]) =>
      setDispute(state, id, status),
    /** Refunds a payment at Stripe's own pages, all that is left of it unless an amount is given. Returns its id. */
    refund: (payment: string, amount?: number) =>
      createRefund(state, {
        payment_intent: payment,
        ...(amount !== undefined && { amount: String(amount) }),
      }).id,
    billByHand: (id: string, reason: 'other' | 'change') => billByHand(state, id, reason),
    settleRefund: (id: string, status: 'succeeded' | 'failed') => settleRefund(state, id, status),
    /** Signs a body as Stripe does. */
    sign,
    message: (event: EventObject, secret?: string) => sign(JSON.stringify(event), secret),
    /** Signed at the time of this machine, for a server in this process: it compares that with its own clock. */
    messageNow: (event: EventObject) =>
      sign(JSON.stringify(event), undefined, Math.floor(Date.now() / 1_000)),
    eventsOf: (type: string) => state.events.filter((event) => event.type === type),
  };
}

function toRequest({ method, url, headers, body }: ProviderCall): StripeRequest {
  const form = parseForm(method === 'GET' ? url.search.slice(1) : body);
  const key = method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
  return { method, path: url.pathname, form, key };
}

function respond(running: Running, call: ProviderCall, fault: string | undefined): ProviderReply {
  const reply = (status: number, value: unknown, isReplayed = false): ProviderReply => ({
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...(isReplayed ? { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' } : {}),
    },
    body: fault === 'answers garbage' ? '{"id": ' : JSON.stringify(value),
  });
  try {
    checkHeaders(running, call);
    if (fault === 'answers 429') {
      throw new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit' });
    }
    const { status, body, isReplayed } = keepAnswer(running, toRequest(call), fault);
    const hasChanged = call.method !== 'GET' && !isReplayed;
    return { ...reply(status, body, isReplayed), hasChanged };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return reply(error.status, { error: error.body });
  }
}

/** Responds to a request with an idempotency key once, and then with the same response. */
function keepAnswer(
  running: Running,
  seen: StripeRequest,
  fault: string | undefined,
): Answer & { isReplayed: boolean } {
  const { state, kept } = running;
  const request = JSON.stringify([seen.method, seen.path, seen.form]);
  const known = seen.key === undefined ? undefined : kept.get(seen.key);
  if (known && known.until > secondsNow(state)) {
    if (known.request !== request) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
      });
    }
    return { ...known.answer, isReplayed: true };
  }
  const made = work(running, seen, fault);
  if (seen.key !== undefined) {
    kept.set(seen.key, { request, answer: made, until: secondsNow(state) + 86_400 });
  }
  return { ...made, isReplayed: false };
}

function work({ state }: Running, seen: StripeRequest, fault: string | undefined): Answer {
  const failed = {
    status: 500,
    body: { error: { type: 'api_error', message: 'Something went wrong on our side.' } },
  };
  if (fault === 'answers 500') return failed;
  try {
    const object = route(state, seen.method, seen.path, seen.form);
    if (fault === 'works and answers 500') return failed;
    return { status: 200, body: expand(state, object, seen.form) };
  } catch (error) {
    // A request that was wrong did not begin, and its key can be used again.
    if (!(error instanceof StripeRefusal) || !error.isKept) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

function checkHeaders({ config }: Running, { headers }: ProviderCall): void {
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
