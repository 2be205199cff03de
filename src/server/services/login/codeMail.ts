import type { Language } from '#domain/languages/languages.ts';
import { codeMinutes } from '#domain/login/login.ts';
import { translator } from '#i18n/translate.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';

/**
 * Returns the mail with a sign-in code and, unless `word` is empty, a word to enter beside it. Its text ends with the
 * format of domain-bound codes (https://wicg.github.io/sms-one-time-codes/), which devices offer to fill in on pages of
 * `host` only. It has no link, because mail scanners follow links and would use the code up.
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
