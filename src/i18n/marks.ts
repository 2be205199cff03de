import { type Language, languageTags } from '#domain/languages.ts';

/** The `lang` of a text within a page of another language; `undefined` where both are the same. */
export function marksOf(text: Language, page: Language): string | undefined {
  return text === page ? undefined : languageTags[text];
}
