import type { Language } from '#domain/languages.ts';
import { codeMinutes } from '#domain/login.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';

/** The mail that carries a sign-in code and, unless that is empty, a word to be entered beside it. */
export function codeMail(
  to: string,
  { code, word }: { code: string; word: string },
  language: Language,
): Mail {
  const translate = translator(language, 'mail');
  return layOutMail({
    to,
    subject: translate('subject', { code }),
    language,
    parts: [
      { text: translate('intro') },
      { code },
      ...(word === '' ? [] : [{ text: translate('letters') }, { code: word }]),
      { text: translate('expiry', { minutes: codeMinutes }) },
      { text: translate('ignore') },
    ],
  });
}
