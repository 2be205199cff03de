import { keepPlanPath } from '#domain/orders/cancellation.ts';
import type { Language } from '#domain/languages/languages.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { longDay, longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import type { appUser } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailLink } from '#server/services/login/linkToken.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import { productName } from '#server/services/orders/productName.ts';
import type { CancellationRow } from '#server/services/orders/subscriptions/cancellations/lockCancellation.ts';

type Config = Pick<Platform['config'], 'publicUrl' | 'secret'>;

type Cancelled = {
  row: CancellationRow;
  user: Pick<typeof appUser.$inferSelect, 'email' | 'language'>;
  plan: SubscriptionRow;
};

/**
 * Returns the receipt for the owner of the plan, in the owner's language. Anyone can fill in the form, so the receipt
 * has no text from it. Its link keeps the plan. The same cancellation always has the same `Message-ID`.
 */
export function receiptMail(config: Config, { row, user, plan }: Cancelled): Mail {
  const { id, kind, wanted, received } = row;
  const language = chooseLanguage({ stored: user.language });
  const t = translator(language, 'cancellation');
  const isLater = wanted !== null && wanted > plan.periodEnds;
  const lines = [
    t('mail.received', { time: longMoment(language, received) }),
    t('mail.plan', { name: productName(plan.product, language) }),
    t(`kinds.${kind}`),
    isLater ? t('mail.later') : t('mail.ends', { day: longDay(language, plan.periodEnds) }),
    ...(kind === 'cause' ? [t('mail.cause')] : []),
  ];
  const mail = layOutMail({
    to: user.email,
    subject: t('mail.subject'),
    language,
    parts: [
      { text: t('mail.intro') },
      ...lines.map((text) => ({ text })),
      { text: t('mail.notMe') },
      {
        link: keepLink(config, id, isLater ? wanted : plan.periodEnds, language),
        label: t('mail.link'),
      },
    ],
  });
  return { ...mail, messageId: messageId(config, 'cancellation', id) };
}

/** Returns the mail to the operator about a cancellation for good cause, with everything that was typed. */
export function causeMail(config: Config, row: CancellationRow, to: string): Mail {
  const { id, email, kind, reason, contract, wanted, received, language } = row;
  const t = translator(language, 'cancellation');
  const lines = [
    t('mail.received', { time: longMoment(language, received) }),
    `${t('email')}: ${email}`,
    `${t('kind')}: ${t(`kinds.${kind}`)}`,
    `${t('reason')}: ${reason ?? ''}`,
    `${t('contract')}: ${contract ?? t('contractAny')}`,
    `${t('wanted')}: ${wanted === null ? t('soonest') : longDay(language, wanted)}`,
  ];
  const parts = lines.map((text) => ({ text }));
  const mail = layOutMail({ to, subject: t('mail.subject'), language, parts });
  return { ...mail, replyTo: email, messageId: messageId(config, 'cancellation-cause', id) };
}

/** Returns the link that keeps the plan until the plan ends. The page behind it says when the plan has ended. */
function keepLink(
  { publicUrl, secret }: Config,
  subject: string,
  ends: Date,
  language: Language,
): string {
  const expires = new Date(ends.getTime() + graceMilliseconds);
  const page = { publicUrl, path: keepPlanPath, language };
  return mailLink({ ...page, secret, purpose: 'keep plan', subject, expires }).href;
}

/** A later day may lie in the middle of a period of a year. */
const graceMilliseconds = 366 * 86_400_000;

function messageId({ publicUrl }: Config, name: string, id: string): string {
  return `<${name}-${id}@${new URL(publicUrl).hostname}>`;
}
