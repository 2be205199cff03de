import { markedWords, openMark } from '#domain/texts/answerMarks.ts';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Returns the HTML of an answer with the words of a language in place of its marks. */
export function answerInLanguage(html: string, t: TranslateInBrowser): string {
  const within = (text: string, part: string) => escapeHtml(text).replace(openMark, () => part);
  return html.replace(markedWords, (_, letter: string, text: string) => {
    switch (letter) {
      case 't':
        return escapeHtml(t('shares.table'));
      case 'm':
        return escapeHtml(t('shares.imageUnnamed'));
      case 'u':
        return escapeHtml(t('chat.search.unsupported'));
      case 'n':
        return escapeHtml(t('chat.footnotes'));
      // The text is escaped already.
      case 'i':
        return within(t('shares.image', { name: openMark }), text);
      default:
        return within(t('chat.footnote', { number: openMark }), text);
    }
  });
}
