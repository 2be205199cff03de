import { type Language, languageTags } from '#domain/languages/languages.ts';

/** Returns the `lang` of a text in a page; `undefined` if the page has the same language. */
export function marksOf(text: Language, page: Language): string | undefined {
  return text === page ? undefined : languageTags[text];
}
