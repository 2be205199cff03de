import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { keepAccountPath } from '#domain/account/accountDeletion.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { MailPlatform, Platform } from '#server/context.ts';
import { accountDeletion, appUser } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailLink } from '#server/services/login/linkToken.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import { productName } from '#server/services/orders/productName.ts';

/** Mails users that their account will be deleted, when, and how to keep it. Returns the number of sent mails. */
export function mailDeletions(platform: MailPlatform): Promise<number> {
  const { config, now } = platform;
  const { userId, mailed, due, requested, byOperator } = accountDeletion;
  return sendWaiting(platform, {
    failure: 'a mail about a deletion could not be sent',
    idOf: (deletion: Deletion) => deletion.userId,
    lockNext: async (transaction, failed) => {
      const [deletion] = await transaction
        .select({
          userId,
          due,
          requested,
          byOperator,
          email: appUser.email,
          language: appUser.language,
        })
        .from(accountDeletion)
        .innerJoin(appUser, eq(appUser.id, userId))
        .where(and(isNull(mailed), notInArray(userId, [...failed])))
        .orderBy(requested)
        .limit(1)
        .for('update', { of: accountDeletion, skipLocked: true });
      return deletion;
    },
    // A paused address counts as mailed. A few of them would otherwise delay all others.
    send: async (transaction, deletion) => {
      const live = await findLiveSubscription(transaction, deletion.userId);
      const ending = live?.leaving === 'ending' ? live : undefined;
      const message = deletionMail(config, deletion, ending);
      await sendUnlessPaused(transaction, platform, message);
    },
    finish: (transaction, deletion) =>
      transaction.update(accountDeletion).set({ mailed: now() }).where(eq(userId, deletion.userId)),
  });
}

type Deletion = {
  userId: string;
  email: string;
  language: string;
  due: Date;
  requested: Date;
  byOperator: boolean;
};

/**
 * Returns the mail. Its link leads to a page with a button, because mail scanners follow links. The same request always
 * has the same `Message-ID`.
 */
function deletionMail(
  { publicUrl, secret }: Pick<Platform['config'], 'publicUrl' | 'secret'>,
  { userId, email, due, requested, byOperator, ...user }: Deletion,
  ending: SubscriptionRow | undefined,
): Mail {
  const language = chooseLanguage({ stored: user.language });
  const translate = translator(language, 'mail');
  const purpose = 'keep account';
  const page = { publicUrl, path: keepAccountPath, language };
  const link = mailLink({ ...page, secret, purpose, subject: userId, expires: due });
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const day = `${new Intl.DateTimeFormat(languageTags[language], format).format(due)} UTC`;
  const mail = layOutMail({
    to: email,
    subject: translate('deletion.subject'),
    language,
    parts: [
      { text: translate(byOperator ? 'deletion.byOperator' : 'deletion.intro', { email, day }) },
      { text: translate('deletion.what') },
      ...(ending ? [{ text: translate('deletion.plan', planOf(ending, language)) }] : []),
      { text: translate('deletion.keep') },
      { link: link.href, label: translate('deletion.link') },
    ],
  });
  return { ...mail, messageId: `<deletion-${userId}-${requested.getTime()}@${link.hostname}>` };
}

/** Returns the values of the sentence about a plan that the deletion ends. */
function planOf({ product, periodEnds }: SubscriptionRow, language: Language) {
  return { plan: productName(product, language), date: longDay(language, periodEnds) };
}
