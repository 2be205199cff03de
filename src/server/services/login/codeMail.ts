import type { Language } from '#domain/languages.ts';
import { codeMinutes } from '#domain/login.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';

/**
 * The mail that carries a sign-in code and, unless that is empty, a word to be entered beside it. Its text ends with the
 * form of code that devices offer to fill in on pages of `host` only; no link could use the code up.
 */
export function codeMail(
  to: string,
  { code, word }: { code: string; word: string },
  { language, host }: { language: Language; host: string },
): Mail {
  const translate = translator(language, 'mail');
  const mail = layOutMail({
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
  return { ...mail, text: `${mail.text}\n@${host} #${code}\n` };
}
