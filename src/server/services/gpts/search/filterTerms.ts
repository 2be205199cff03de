import { categorySlug, labelSlug } from '#domain/gpts.ts';
import { languageText } from '#server/services/gpts/search/lexemes.ts';
import { term } from '#server/services/gpts/search/searchQuery.ts';

/** What a GPT must have. An empty text is no filter. */
export type Filters = {
  category?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  capability?: string | undefined;
  /** BCP 47 tag; what is more special passes too. */
  lang?: string | undefined;
};

/** A term of `tsquery` for each filter. Labels are compared by the spelling that their addresses have. */
export function filterTerms({ category, tag, author, capability, lang }: Filters): string[] {
  return [
    ...(category ? [term('category', categorySlug(category))] : []),
    ...(tag ? [term('tag', labelSlug(tag))] : []),
    ...(author ? [term('author', labelSlug(author))] : []),
    ...(capability ? [term('capability', labelSlug(capability))] : []),
    ...(lang ? [term('lang', languageText(lang))] : []),
  ];
}
