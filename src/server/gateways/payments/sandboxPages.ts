import { createHash } from 'node:crypto';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { type Currency, toUnits } from '#domain/pricing/money.ts';
import type { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import type {
  Change,
  CheckoutRecord,
  SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';
import type { SandboxBooks } from '#server/gateways/payments/sandboxFile.ts';
import type { SandboxMessages, Sending } from '#server/gateways/payments/sandboxMessages.ts';

export type Reply =
  | { status: number; json: unknown }
  | { status: number; html: string; styleHash: string }
  | { location: string };

const style = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:36rem;margin:0 auto;padding:1.5rem}',
  'section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:1rem 0}',
  'button,select{font:inherit;min-height:2.75rem;padding:.25rem .75rem;margin:.25rem .25rem .25rem 0}',
  'label{display:block;margin:.5rem 0}.sum{font-size:1.75rem;font-weight:600;margin:.25rem 0}',
].join('');

const styleHash = createHash('sha256').update(style).digest('base64');

/** The actions of a checkout's form, in the order of its buttons. */
const outcomes = {
  pay: 'Pay',
  decline: 'Decline the payment',
  later: 'Pay, and confirm it later',
  fail_later: 'Begin to pay, and fail later',
  pay_less: 'Pay one unit too little',
  expire: 'Let the checkout expire',
  cancel: 'Go back without paying',
} as const;

type Outcome = keyof typeof outcomes;

/** Returns the page with all checkouts and subscriptions, newest first. */
export function overview(books: SandboxBooks): Reply {
  const checkouts = [...books.checkouts.values()].toReversed().slice(0, 50);
  const subscriptions = [...books.subscriptions.values()]
    .filter(({ state }) => state !== 'incomplete')
    .toReversed()
    .slice(0, 50);
  return page('Payment sandbox', [
    '<p>This provider takes no money: it is for trying payments out.</p>',
    '<section><h2>Subscriptions</h2>',
    ...subscriptions.map(subscriptionPart),
    subscriptions.length === 0 ? '<p>None yet.</p>' : '',
    '</section><section><h2>Checkouts</h2>',
    ...checkouts.map(
      (checkout) =>
        `<p><a href="/pay/${checkout.id}">${escapeHtml(checkout.description)}</a>, ` +
        `${moneyOf(checkout)}: ${checkout.state}</p>`,
    ),
    checkouts.length === 0 ? '<p>None yet.</p>' : '',
    '</section>',
  ]);
}

/** Returns the page of a checkout: `/pay/{id}`. */
export function payPage(books: SandboxBooks, path: string): Reply {
  const checkout = books.checkouts.get(/^\/pay\/(\w+)$/.exec(path)?.[1] ?? '');
  if (!checkout) return { status: 404, json: { error: 'There is no such checkout' } };
  const heading = `<p>${escapeHtml(checkout.description)}</p><p class="sum">${moneyOf(checkout)}</p>`;
  if (checkout.state !== 'open') {
    const subscription = books.subscriptions.get(checkout.subscriptionId ?? '');
    return page('Payment sandbox', [
      heading,
      `<p role="status">This checkout is ${checkout.state}.</p>`,
      `<p><a href="${escapeHtml(checkout.successUrl)}">Back to the shop</a></p>`,
      subscription ? `<section>${subscriptionPart(subscription)}</section>` : '',
      checkout.state === 'paid' ? disputePart(books, checkout) : '',
    ]);
  }
  const buttons = Object.entries(outcomes).map(
    ([name, label]) => `<button name="outcome" value="${name}">${label}</button>`,
  );
  return page('Payment sandbox', [
    heading,
    '<p>This provider takes no money: it is for trying payments out.</p>',
    `<form method="post" action="/pay/${checkout.id}">`,
    `<p>${buttons.join('')}</p>`,
    '<label>Messages about it: <select name="copies"><option>1<option>0<option>2<option>50</select></label>',
    '<label>Seconds until they are sent: <select name="delay"><option>0<option>2<option>10<option>60</select></label>',
    '</form>',
  ]);
}

/** Returns the page for another card: `/card/{subscription}`. */
export function cardPage(books: SandboxBooks, path: string): Reply {
  const subscription = books.subscriptions.get(/^\/card\/(\w+)$/.exec(path)?.[1] ?? '');
  if (!subscription?.cardPage) return { status: 404, json: { error: 'There is no such page' } };
  const isDue = books.findOpenBill(subscription) !== undefined;
  return page('Payment sandbox', [
    `<p>Another card for ${subscription.product}</p>`,
    isDue ? `<p class="sum">${moneyOf(subscription)}</p>` : '<p role="status">No bill is open.</p>',
    '<p>This provider takes no money: it is for trying payments out.</p>',
    `<form method="post" action="/card/${subscription.id}"><p>`,
    isDue ? '<button name="outcome" value="pay">Give a card and pay the bill</button>' : '',
    '<button name="outcome" value="cancel">Go back without a card</button></p></form>',
  ]);
}

/** Performs the action of a submitted form. Throws for values that no form has. */
export function postForm(
  books: SandboxBooks,
  messages: SandboxMessages,
  path: string,
  form: URLSearchParams,
): Reply {
  const [, kind, id = ''] = /^\/(pay|dispute|renew|settle|end|card)\/(\w+)$/.exec(path) ?? [];
  const sending = { copies: numberOf(form, 'copies', 1), delaySeconds: numberOf(form, 'delay', 0) };
  if (kind === 'pay' || kind === 'dispute') {
    const checkout = books.checkouts.get(id);
    if (checkout && kind === 'dispute')
      return postDispute(books, messages, checkout, form, sending);
    if (checkout) return postCheckout(books, messages, checkout, form, sending);
  }
  const subscription = books.subscriptions.get(id);
  if (!subscription || kind === 'pay' || kind === 'dispute') {
    return { status: 404, json: { error: 'There is no such thing' } };
  }
  const { ahead } = books;
  const at = form.get('at');
  const now = at === null ? books.now() : new Date(at);
  books.ahead = (now.getTime() - Date.now()) / 1_000;
  if (kind === 'end') messages.send(books.end(subscription), sending);
  if (kind === 'renew') {
    messages.send(renew(books, subscription, now, form.get('outcome') !== 'decline'), sending);
  }
  const open = books.findOpenBill(subscription);
  const isPaid = kind === 'settle' || (kind === 'card' && form.get('outcome') === 'pay');
  if (isPaid && open) messages.send(books.collect(open), sending);
  books.ahead = ahead;
  if (kind !== 'card' || !subscription.cardPage) return { location: '/' };
  const { doneUrl, backUrl } = subscription.cardPage;
  return { location: isPaid ? doneUrl : backUrl };
}

function postCheckout(
  books: SandboxBooks,
  messages: SandboxMessages,
  checkout: CheckoutRecord,
  form: URLSearchParams,
  sending: Sending,
): Reply {
  const { amount, currency } = checkout.price;
  const after = { ...sending, delaySeconds: sending.delaySeconds + numberOf(form, 'confirm', 3) };
  const outcome = form.get('outcome') as Outcome | null;
  const back = {
    location: outcome === 'pay' || outcome === 'later' ? checkout.successUrl : checkout.cancelUrl,
  };
  const isScanned = checkout.method === 'sandbox_scan';
  const reply = isScanned ? { location: `/pay/${checkout.id}` } : back;
  switch (outcome) {
    case 'pay':
      messages.send(books.pay(checkout), sending);
      return reply;
    case 'pay_less':
      messages.send(books.pay(checkout, { amount: amount - 1, currency }), sending);
      return reply;
    case 'decline':
      messages.send(books.fail(checkout), sending);
      return reply;
    case 'expire':
      messages.send(books.expire(checkout), sending);
      return reply;
    case 'later':
    case 'fail_later':
      messages.send(books.promise(checkout), sending);
      setTimeout(() => {
        const isPaid = outcome === 'later';
        messages.send(isPaid ? books.pay(checkout) : books.fail(checkout), sending);
        books.save();
      }, after.delaySeconds * 1_000).unref();
      return reply;
    case 'cancel':
      return reply;
    default:
      throw new Error('The form has no such outcome');
  }
}

function postDispute(
  books: SandboxBooks,
  messages: SandboxMessages,
  checkout: CheckoutRecord,
  form: URLSearchParams,
  sending: Sending,
): Reply {
  const outcome = form.get('outcome');
  const { id, paymentId, state } = checkout;
  const known = books.findDispute(paymentId);
  if (outcome === 'open') {
    if (!known && paymentId !== undefined && state === 'paid') {
      const { id: dispute } = books.openDispute(paymentId);
      messages.send([{ kind: 'dispute', event: 'opened', id: dispute }], sending);
    }
  } else if (outcome === 'won' || outcome === 'lost') {
    if (known?.state === 'open') {
      known.state = outcome;
      messages.send([{ kind: 'dispute', event: 'ended', id: known.id }], sending);
    }
  } else throw new Error('The form has no such outcome');
  return { location: `/pay/${id}` };
}

/**
 * Bills the next period of a subscription. The current period is cut short, so that testers need not wait for a month.
 * An unpaid bill can be paid later.
 */
function renew(
  books: ProviderBooks,
  subscription: SubscriptionRecord,
  now: Date,
  isPaid: boolean,
): Change[] {
  const { state, endsAtPeriodEnd, periodEnds } = subscription;
  if (state === 'ended') return [];
  if (endsAtPeriodEnd) return books.end(subscription);
  const bill = books.renew(subscription, periodEnds < now ? periodEnds : now);
  return books.collect(bill, isPaid ? 'works' : 'is declined');
}

function disputePart(books: SandboxBooks, { id, paymentId }: CheckoutRecord): string {
  const state = books.findDispute(paymentId)?.state;
  if (state === 'won' || state === 'lost') return `<p>The shop ${state} a dispute about it.</p>`;
  const buttons =
    state === 'open'
      ? '<button name="outcome" value="won">Let the shop win the dispute</button>' +
        '<button name="outcome" value="lost">Let the shop lose the dispute</button>'
      : '<button name="outcome" value="open">Let the bank dispute the payment</button>';
  return `<section><form method="post" action="/dispute/${id}">${buttons}</form></section>`;
}

function subscriptionPart(subscription: SubscriptionRecord): string {
  const { id, product, state, periodEnds, endsAtPeriodEnd } = subscription;
  const form = (verb: string, label: string, outcome = '') =>
    `<form method="post" action="/${verb}/${id}"><button name="outcome" value="${outcome}">${label}</button></form>`;
  const end = `${endsAtPeriodEnd ? 'ends' : 'renews'} ${periodEnds.toISOString().slice(0, 16)}Z`;
  return [
    `<p>${product}, ${moneyOf(subscription)}: ${state}, ${end}</p>`,
    state === 'ended' ? '' : form('renew', 'Bill the next period now', 'pay'),
    state === 'ended' ? '' : form('renew', 'Bill it, and decline the card', 'decline'),
    state === 'past_due' ? form('settle', 'Pay the open bill') : '',
    state === 'ended' ? '' : form('end', 'End it now'),
  ].join('');
}

function moneyOf({ price }: { price: { amount: number; currency: Currency } }): string {
  const { currency } = price;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(toUnits(price));
}

function numberOf(form: URLSearchParams, name: string, fallback: number): number {
  const value = Number(form.get(name) ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > 1_000) throw new Error(`${name} is wrong`);
  return value;
}

function page(title: string, parts: readonly string[]): Reply {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1>${parts.join('')}</main></body></html>\n`;
  return { status: 200, html, styleHash };
}
