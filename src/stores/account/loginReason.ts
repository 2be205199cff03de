import { type Product, packs, products } from '#domain/plans/plans.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { anyReason } from '#stores/account/loginDialog.ts';
import { type Message, message } from '#stores/browser/message.ts';

/** The reasons by the first segments of the path that the login page returns to. */
const reasons: readonly [start: RegExp, key: string][] = [
  [/^\/chat\/search(\/|$)/, 'login.reason.search'],
  [/^\/chat\/settings$/, 'login.reason.settings'],
  [/^\/chat(\/|$)/, 'login.reason.chat'],
  [/^\/(orders|pay)(\/|$)/, 'login.reason.orders'],
  [/^\/(redeem$|api\/product\/code)/, 'login.reason.redeem'],
];

/** Returns why a visitor is asked to sign in before a path of this site opens. */
export function reasonOfPath(path: string): Message {
  const { pathname, searchParams } = new URL(path, 'https://localhost');
  const { rest } = splitLanguage(pathname);
  const product = products.find((name) => name === searchParams.get('product'));
  if (rest === '/pay/new' && product) return reasonToBuy(product);
  const found = reasons.find(([start]) => start.test(rest));
  return found ? message(found[1]) : anyReason;
}

/** Returns the id of the GPT or model that a path of the chat area opens. */
export function chatSubject(path: string): { gpt: string } | { model: string } | undefined {
  const { pathname } = new URL(path, 'https://localhost');
  const { rest } = splitLanguage(pathname);
  const [, group, subject] = /^\/chat\/(g|openai|claude|llama|art)\/([^/]+)/.exec(rest) ?? [];
  if (subject === undefined) return undefined;
  const id = decode(subject);
  return group === 'g' ? { gpt: id } : { model: id };
}

function reasonToBuy(product: Product): Message {
  const pack = packs.find(({ id }) => id === product);
  if (pack) return message('login.reason.credits', { count: pack.credits });
  // The names of the plans are the same in all languages.
  const plan = product.startsWith('pro_') ? 'Pro' : 'Basic';
  return message('login.reason.plan', { plan });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
