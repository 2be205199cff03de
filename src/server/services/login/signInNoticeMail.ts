import type { Language } from '#domain/languages/languages.ts';
import { longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { signInNotice } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';

type Notice = Pick<
  typeof signInNotice.$inferSelect,
  'id' | 'browser' | 'system' | 'network' | 'created'
>;

type Recipient = { email: string; language: Language };

/**
 * Returns the mail about a sign-in from a browser that is new to the account. Its link leads to a page with a button,
 * because mail scanners follow links. The same notice always has the same `Message-ID`.
 */
export function signInNoticeMail({ email, language }: Recipient, notice: Notice, link: URL): Mail {
  const translate = translator(language, 'mail');
  const mail = layOutMail({
    to: email,
    subject: translate('signIn.subject'),
    language,
    parts: [
      { text: translate('signIn.intro', { email }) },
      { text: translate('signIn.device', { device: deviceName(language, notice) }) },
      { text: translate('signIn.network', { network: notice.network ?? '–' }) },
      { text: translate('signIn.time', { time: longMoment(language, notice.created) }) },
      { text: translate('signIn.own') },
      { text: translate('signIn.notMe') },
      { link: link.href, label: translate('signIn.link') },
    ],
  });
  return { ...mail, messageId: `<sign-in-${notice.id}@${link.hostname}>` };
}

function deviceName(language: Language, { browser, system }: Notice): string {
  const translate = translator(language, 'mail');
  if (browser !== null && system !== null) return translate('signIn.both', { browser, system });
  return browser ?? system ?? translate('signIn.unknown');
}
