import { afterEach, beforeEach, expect, it } from 'vitest';
import { InvalidSignatureError } from '#server/gateways/payments/payments.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { rejection } from '../../../../setup/rejection.ts';
import { testLimits } from '../../../../setup/stripe/stripePromises.ts';
import { type StripeServer, startStripeServer } from '../../../../setup/stripe/stripeServer.ts';
import { apiVersion } from '../../../../setup/stripe/stripeState.ts';

let server: StripeServer;

beforeEach(async () => {
  server = await startStripeServer();
});

afterEach(() => server.close());

function read(event: unknown, { secret, at }: { secret?: string; at?: number } = {}) {
  const { body, headers } = server.sign(JSON.stringify(event), secret, at);
  return stripeGateway(server.config, testLimits).readEvent(body, headers);
}

function eventOf(type: string, object: string, more: object = {}) {
  return {
    id: 'evt_1',
    object: 'event',
    api_version: apiVersion,
    type,
    data: { object: { id: 'the_id', object } },
    ...more,
  };
}

it.each([
  ['checkout.session.completed', 'checkout.session', 'checkout'],
  ['checkout.session.async_payment_succeeded', 'checkout.session', 'checkout'],
  ['checkout.session.async_payment_failed', 'checkout.session', 'checkout'],
  ['checkout.session.expired', 'checkout.session', 'checkout'],
  ['invoice.paid', 'invoice', 'invoice'],
  ['invoice.payment_failed', 'invoice', 'invoice'],
  ['invoice.voided', 'invoice', 'invoice'],
  ['customer.subscription.updated', 'subscription', 'subscription'],
  ['customer.subscription.deleted', 'subscription', 'subscription'],
  ['refund.created', 'refund', 'refund'],
  ['refund.failed', 'refund', 'refund'],
  ['charge.refund.updated', 'refund', 'refund'],
  ['charge.dispute.created', 'dispute', 'dispute'],
  ['charge.dispute.closed', 'dispute', 'dispute'],
])('reads %s', async (type, object, kind) => {
  expect(await read(eventOf(type, object))).toEqual({
    eventId: 'evt_1',
    type,
    subject: { kind, id: 'the_id' },
  });
});

it.each([
  ['invoice.upcoming', 'invoice'],
  ['charge.refunded', 'charge'],
  ['payment_intent.succeeded', 'payment_intent'],
  ['customer.created', 'customer'],
])('ignores %s', async (type, object) => {
  expect((await read(eventOf(type, object))).subject).toEqual({ kind: 'none' });
});

it('reads a message of another version of the API if its ids are at the usual place', async () => {
  const old = eventOf('invoice.paid', 'invoice', { api_version: '2019-02-19' });
  expect((await read(old)).subject).toEqual({ kind: 'invoice', id: 'the_id' });
});

it('parks a message of another form, with its id if it has one', async () => {
  const strange = eventOf('invoice.paid', 'bill', { api_version: '2031-01-01.zebra' });
  expect(await read(strange)).toMatchObject({
    eventId: 'evt_1',
    type: 'invoice.paid',
    subject: { kind: 'unreadable', why: expect.stringContaining('2031-01-01.zebra') },
  });
  const nameless = eventOf('refund.updated', 'refund', { data: { object: { object: 'refund' } } });
  expect((await read(nameless)).subject.kind).toBe('unreadable');
  const thin = { id: 'evt_2', object: 'v2.core.event', type: 'v1.invoice.paid' };
  expect((await read(thin)).subject.kind).toBe('unreadable');
});

it('accepts two secrets while one replaces the other, and no third', async () => {
  const old = server.config.webhookSecrets[0] ?? '';
  const next = 'whsec_the_next_secret_of_two';
  Object.assign(server.config, { webhookSecrets: [old, next] });
  for (const secret of [old, next]) {
    expect((await read(eventOf('invoice.paid', 'invoice'), { secret })).eventId).toBe('evt_1');
  }
  const wrong = read(eventOf('invoice.paid', 'invoice'), { secret: 'whsec_of_somebody_else' });
  expect(await rejection(wrong)).toBeInstanceOf(InvalidSignatureError);
});

it('accepts a message of a clock that is some minutes off, and refuses an older one', async () => {
  const event = eventOf('invoice.paid', 'invoice');
  for (const skew of [-240, 240]) {
    expect((await read(event, { at: server.now() + skew })).eventId).toBe('evt_1');
  }
  const late = read(event, { at: server.now() - 420 });
  expect(await rejection(late)).toBeInstanceOf(InvalidSignatureError);
});
