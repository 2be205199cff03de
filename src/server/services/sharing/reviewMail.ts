import { dayOf } from '#domain/dates.ts';
import { groupGiftCode } from '#domain/product/giftCodes.ts';
import { sharePath } from '#domain/site/sitePaths.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import type { sharingPost } from '#server/db/schema/sharing.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { type MailPart, layOutMail } from '#server/services/mail/layout.ts';

type Post = Pick<typeof sharingPost.$inferSelect, 'id' | 'language' | 'link' | 'reason' | 'note'>;

type Reward = { code: string; percentOff: number; expires: Date };

/**
 * Returns the mail about a reviewed post: the code of the reward, or the reason of the refusal. The same review always
 * has the same `Message-ID`.
 */
export function reviewMail(
  post: Post,
  to: string,
  publicUrl: string,
  reward: Reward | undefined,
): Mail {
  const { id, language, link } = post;
  const translate = translator(language, 'mail');
  const percent = formatOf(language).percent(reward?.percentOff ?? 0);
  const subject = reward
    ? translate('sharing.acceptedSubject', { percent })
    : translate('sharing.refusedSubject');
  const about: MailPart[] = link === null ? [] : [{ text: translate('sharing.post', { link }) }];
  const outcome = reward ? acceptedParts(post, publicUrl, reward) : refusedParts(post, publicUrl);
  const host = new URL(publicUrl).hostname;
  return {
    ...layOutMail({ to, subject, language, parts: [...outcome, ...about] }),
    messageId: `<sharing-${id}@${host}>`,
  };
}

function acceptedParts({ language }: Post, publicUrl: string, reward: Reward): MailPart[] {
  const translate = translator(language, 'mail');
  const format = formatOf(language);
  const percent = format.percent(reward.percentOff);
  const day = format.day(dayOf(reward.expires));
  return [
    { text: translate('sharing.accepted', { percent }) },
    { code: groupGiftCode(reward.code) },
    { text: translate('sharing.use', { day }) },
    { link: `${publicUrl}/${language}/pricing`, label: translate('sharing.pricing') },
  ];
}

function refusedParts({ language, reason, note }: Post, publicUrl: string): MailPart[] {
  const translate = translator(language, 'mail');
  const page = translator(language, 'sharing');
  return [
    { text: translate('sharing.refused') },
    { text: page(`reasons.${reason ?? ''}`) },
    ...(note === null ? [] : [{ text: translate('sharing.note', { note }) }]),
    { text: translate('sharing.again') },
    { link: `${publicUrl}${sharePath(language)}`, label: translate('sharing.page') },
  ];
}
