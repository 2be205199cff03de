import { categorySlug, labelSlug } from '#domain/gpts.ts';
import type { Language } from '#domain/languages.ts';
import { stemOf } from '#server/services/gpts/search/tokens.ts';

/** Terms are words, or the text behind one of these marks, which no folded word has. */
export const terms = {
  stem: (word: string, language: Language) => `${language}~${stemOf(word, language)}`,
  group: (group: string) => `#${group}`,
  whole: (name: string) => `=${name}`,
  symbols: (run: string) => `?${run}`,
  category: (category: string) => `@${categorySlug(category)}`,
  capability: (name: string) => `%${labelSlug(name)}`,
  tag: (tag: string) => `!${labelSlug(tag)}`,
  author: (author: string) => `&${labelSlug(author)}`,
  lang: (tag: string) => `/${languageText(tag)}`,
};

/** Labels that a GPT must have. An empty text is no filter. */
export type Filters = {
  category?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  capability?: string | undefined;
  /** BCP 47 tag; it includes the languages that are a kind of it. */
  lang?: string | undefined;
};

/** Returns the terms that a GPT must have. Labels are compared by the spelling of their addresses. */
export function filterTerms({ category, tag, author, capability, lang }: Filters): string[] {
  return [
    ...(category ? [terms.category(category)] : []),
    ...(tag ? [terms.tag(tag)] : []),
    ...(author ? [terms.author(author)] : []),
    ...(capability ? [terms.capability(capability)] : []),
    ...(lang ? [terms.lang(lang)] : []),
  ];
}

/** Returns a language and those that it is a kind of: `zh-Hans-CN` is `zh-hans` and `zh` too. */
export function languagesOf(tag: string): string[] {
  const parts = languageText(tag).split('-');
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
}

function languageText(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}
