import type { Language } from '#domain/languages/languages.ts';
import { segment } from '#domain/site/urls.ts';

/** The help pages, in the order of their index. Most were posts of the blog, whose addresses lead to them. */
export const helpNames = [
  'signing-in',
  'what-credits-buy',
  'choosing-a-model',
  'saving-and-sharing',
  'reading-the-rankings',
] as const;

export type HelpName = (typeof helpNames)[number];

/** A help page; without a name, the index of all. */
export function helpPath(language: Language, name?: HelpName): string {
  return name === undefined ? `/${language}/help` : `/${language}/help/${segment(name)}`;
}

export function isHelpName(value: string | undefined): value is HelpName {
  return helpNames.includes(value as HelpName);
}
