import { type PageText, textFilePage, textFilePath } from '#catalog/site/textFiles.ts';
import type { SitePage } from '#catalog/site/sitePage.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type Messages, filterMessages, pickMessages } from '#i18n/messages.ts';

/** Texts of the search form that are in its HTML. */
const formKeys = /^home\.search\.(label|go|filters|placeholder|results|retry|clear)$/;

/** The texts that the browser needs for a part of a page; all others are in the HTML. */
const parts = {
  search: (language: Language): Messages => {
    const messages = {
      ...pickMessages(language, ['home'], 'search'),
      ...pickMessages(language, ['results'], 'count'),
      ...pickMessages(language, ['results'], 'lists'),
      ...pickMessages(language, ['categories']),
    };
    return filterMessages(messages, (key) => !formKeys.test(key));
  },
  reviews: (language: Language): Messages => {
    const groups = ['item', 'list', 'own', 'report'];
    const picked = groups.map((group) => pickMessages(language, ['reviews'], group));
    return Object.assign({}, ...picked) as Messages;
  },
};

/** A part of a page with a file of texts: the search field, or the reviews of a GPT. */
export type TextPart = keyof typeof parts;

export function partTexts(part: TextPart, language: Language): Messages {
  return parts[part](language);
}

/** Returns the path of the file with these texts. */
export function partTextsFile(part: TextPart, language: Language): string {
  return textFilePath(textOf(part, language));
}

/** Returns the files of all parts as pages. */
export function partTextsPages(): SitePage<PageText>[] {
  return (Object.keys(parts) as TextPart[]).flatMap((part) =>
    languages.map((language) => textFilePage(textOf(part, language))),
  );
}

function textOf(part: TextPart, language: Language): PageText {
  return { language, messages: partTexts(part, language) };
}
