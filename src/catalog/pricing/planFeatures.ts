import type { PricingView } from '#catalog/pricing/pricingPages.ts';
import { concurrentAnswers } from '#domain/chat/chat.ts';
import { gptLinkPath } from '#domain/gpts/gptLinks.ts';
import { translator } from '#i18n/translate.ts';

export type PlanFeature = { text: string; href?: string };

/**
 * Returns the features of a plan except its credits. Some depend on the operator's settings: the community needs its URL,
 * support needs an e-mail address, and cancelling needs a payment method.
 */
export function planFeatures(
  { frame, methods }: Pick<PricingView, 'frame' | 'methods'>,
  plan: 'basic' | 'pro',
): PlanFeature[] {
  const { language, operator } = frame;
  const t = translator(language, 'pricing');
  const { basic, pro } = concurrentAnswers;
  const cancel = methods.length > 0 ? [{ text: t('features.cancel') }] : [];
  if (plan === 'basic') {
    const { communityUrl } = operator;
    return [
      { text: t('features.all') },
      { text: t('features.failed') },
      { text: t('features.answers', { count: basic }) },
      ...(communityUrl === null ? [] : [{ text: t('features.community'), href: communityUrl }]),
      ...cancel,
    ];
  }
  return [
    { text: t('features.all') },
    { text: t('features.failed') },
    { text: t('features.moreAnswers', { count: pro, basic }) },
    { text: t('features.queue') },
    ...(operator.opensGptLinks ? [{ text: t('features.link'), href: gptLinkPath(language) }] : []),
    ...(operator.supportEmail === null ? [] : [{ text: t('features.support') }]),
    ...cancel,
  ];
}
