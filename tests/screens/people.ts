import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import { requestDeletion } from '#contract/account/accountData.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { type Product, signInByMail } from '../setup/product.ts';
import { orderEverything } from './buyer.ts';
import { type Made, makeEverything } from './maker.ts';
import type { Who } from './screens.ts';

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Addresses of conversations that were held for the pictures. */
export type Conversations = {
  answered(language: Language): string;
  failed(language: Language): string;
  /** The files that a plan’s credits paid for. */
  made: Made;
};

export type People = {
  /** The cookies of each; who could not be signed in is missing. */
  cookies: ReadonlyMap<Who, Cookies>;
  conversations: Conversations;
};

const question =
  'Write a packing list for three days in Lisbon in March, as a table, with one sentence of advice.';
/** A GPT that the user has saved besides the default one. */
const savedGpts = [defaultGptId, 'fridge-to-dinner', 'bug-hunt-partner'];

/** Signs every person in through the real flow and lets them ask, fail, save and spend. */
export async function invitePeople(product: Product): Promise<People> {
  if (product.mailboxUrl === undefined) {
    return { cookies: new Map<Who, Cookies>([['visitor', []]]), conversations: noConversations };
  }
  const [{ user, answered, failed }, poor, leaving, { buyer, made }] = await Promise.all([
    inviteUser(product),
    invitePoor(product),
    inviteLeaving(product),
    inviteBuyer(product),
  ]);
  return {
    cookies: new Map<Who, Cookies>([
      ['visitor', []],
      ['user', user],
      ['poor', poor],
      ['leaving', leaving],
      ['buyer', buyer],
    ]),
    conversations: { answered: addressOf(answered), failed: addressOf(failed), made },
  };
}

async function inviteUser(product: Product) {
  const robin = newAddress('robin');
  const user = await signInByMail(product, robin);
  // Another session, and a message to the operator, for the settings.
  await signInByMail(product, robin);
  const message = 'I redeemed a code twice by mistake. Can you give me the second one back?';
  await call(product, user, 'POST', '/api/contact', { email: robin, topic: 'payment', message });
  for (const gpt of savedGpts) await call(product, user, 'PUT', `/api/gpts/collection/${gpt}`);
  const gpt = { gpt: defaultGptId };
  const answered = await ask(product, user, gpt, question);
  const failed = await ask(product, user, gpt, 'sandbox: fail 500');
  return { user, answered, failed };
}

/** The starting credits of a new account are exactly the price of this one question. */
async function invitePoor(product: Product): Promise<Cookies> {
  const poor = await signInByMail(product, newAddress('kim'));
  await ask(product, poor, { model: 'claude-3-opus' }, 'Say hello.');
  return poor;
}

async function inviteLeaving(product: Product): Promise<Cookies> {
  const lee = newAddress('lee');
  const leaving = await signInByMail(product, lee);
  await call(product, leaving, 'POST', requestDeletion.path, { confirm: lee });
  return leaving;
}

async function inviteBuyer(product: Product) {
  const buyer = await signInByMail(product, newAddress('ann'));
  await orderEverything((...sent) => call(product, buyer, ...sent));
  const made = await makeEverything((...sent) => call(product, buyer, ...sent));
  return { buyer, made };
}

/** A new account each time: a server that was photographed before has the old ones. */
function newAddress(name: string): string {
  return `${name}-${randomUUID().slice(0, 6)}@example.org`;
}

const nowhere = addressOf('');
const noConversations: Conversations = {
  answered: nowhere,
  failed: nowhere,
  made: {
    picture: nowhere,
    music: nowhere,
    video: nowhere,
    failedPicture: nowhere,
    shared: nowhere,
  },
};

function addressOf(conversation: string): (language: Language) => string {
  return (language) => chatPath(language, { group: 'g', gpt: defaultGptId }, { conversation });
}

/** Asks and waits for the end of the answer. Returns the id of the conversation. */
async function ask(
  product: Product,
  cookies: Cookies,
  target: { gpt: string } | { model: string },
  text: string,
): Promise<string> {
  const body = { request_id: randomUUID(), target, text };
  const events = await call(product, cookies, 'POST', '/api/chat/questions', body);
  const conversation = /"conversation_id":"([^"]+)"/.exec(events)?.[1];
  if (conversation === undefined) throw new Error(`The question was answered with ${events}`);
  return conversation;
}

async function call(
  { url }: Product,
  cookies: Cookies,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      origin: url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return text;
}
