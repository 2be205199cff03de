/** The parts that the messages are divided into: one file per language and area, `{language}/{area}.json`. */
export const areas = [
  'site',
  'home',
  'results',
  'gpt',
  'saved',
  'shelves',
  'reviews',
  'ranking',
  'pricing',
  'share',
  'policies',
  'blog',
  'notFound',
  'categories',
  'login',
  'account',
  'redeem',
  'chat',
  'composer',
  'conversations',
  'errors',
  'models',
  'mail',
  'product',
] as const;

export type Area = (typeof areas)[number];
