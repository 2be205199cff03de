import type { Language } from '#domain/languages/languages.ts';
import { areas } from '#i18n/areas.ts';
import { translate } from '#i18n/browser.ts';
import { whenCataloguesChange } from '#i18n/catalogues.ts';
import { pickMessages } from '#i18n/messages.ts';
import type { Texts } from '#i18n/texts.ts';

const known = new Map<Language, Texts>();
whenCataloguesChange(() => known.clear());

/** Returns all texts of a language, for `parts/`. Use it only in the build and on the server. */
export function allTexts(language: Language): Texts {
  const texts = known.get(language) ?? {
    language,
    t: translate(pickMessages(language, areas), language),
  };
  known.set(language, texts);
  return texts;
}
