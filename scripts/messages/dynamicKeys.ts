import { ledgerReasons, ledgerKinds } from '#domain/credits/credits.ts';
import { votes } from '#domain/chat/votes.ts';
import { usageGroups } from '#domain/credits/creditUsage.ts';
import { contactStates, contactTopics } from '#domain/support/contact.ts';
import { failureReasons } from '#contract/chat/chat.ts';
import { importProblems, leftOutKinds } from '#contract/conversations/conversations.ts';
import { errorStatus } from '#contract/errors.ts';
import { timedRanges, rankingRanges } from '#domain/ranking/ranking.ts';
import { rankingModules, recordFiles } from '#domain/ranking/rankingPaths.ts';
import { listOrders } from '#domain/gpts/listOrder.ts';
import { modelGroups, modelHealths, models } from '#domain/models/models.ts';
import { shownMethods } from '#domain/orders/payments.ts';
import { promotions } from '#domain/pricing/promotions.ts';
import { searchFilters } from '#domain/gpts/search.ts';
import { shortcutNames } from '#domain/chat/shortcuts.ts';
import { paymentKeys } from './paymentKeys.ts';
import { starterNames } from '#domain/chat/chat.ts';
import { suggestionSets } from '#domain/chat/suggestions.ts';
import { mediaKinds, pictureQualities, pictureSizes } from '#domain/media/media.ts';
import { searchScopes, sourceAges } from '#domain/search/aiSearch.ts';

/** The part of `dynamicKeys` about AI search. */
const searchKeys = {
  'chat.search.age.': sourceAges.filter((age) => age !== 'recent'),
  'chat.search.starters.': searchScopes.flatMap((scope) =>
    starterNames.map((starter) => `${scope}.${starter}`),
  ),
};

/** The part of `dynamicKeys` about pictures, music and videos. */
const mediaKeys = {
  'chat.media.welcome.': mediaKinds,
  'chat.media.prompt.': mediaKinds,
  'chat.media.starters.': mediaKinds.flatMap((kind) =>
    starterNames.map((starter) => `${kind}.${starter}`),
  ),
  'chat.media.priceEach.': mediaKinds,
  'chat.media.make.': mediaKinds,
  'chat.media.sizes.': pictureSizes,
  'chat.media.qualities.': pictureQualities,
  'chat.media.kinds.': ['all', ...mediaKinds],
};

/**
 * Keys that the code composes, such as `` t(`range.${range}`) ``: by the prefix, with its area, the names that follow
 * it. `any` is a name that comes from data outside of the code.
 */
export type DynamicKeys = Readonly<Record<string, readonly string[] | 'any'>>;

const kinds = ['tag', 'author'];
const rankingKinds = [...rankingRanges, 'category'];

/** All composed keys. A message must exist for each name. */
export const dynamicKeys: DynamicKeys = {
  // Named by imported GPTs and by posts.
  'categories.': 'any',
  'gpt.capability.': 'any',
  'blog.topics.': 'any',

  'chat.group.': modelGroups,
  'chat.suggestions.': suggestionSets.flatMap((set) =>
    starterNames.map((starter) => `${set}.${starter}`),
  ),
  'models.': models.map(({ id }) => id),
  'conversations.activity.': ['running', 'unread'],
  'conversations.import.reason.': importProblems,
  'conversations.import.leftOut.': leftOutKinds,
  'chat.broken.': ['bar', 'sidebar', 'conversation', 'composer', 'screen', 'dialog'],
  'chat.reason.': failureReasons,
  'errors.': Object.keys(errorStatus),
  'site.promotion.': promotions.map(({ id }) => id),
  'site.promotionMeaning.': promotions.map(({ id }) => id),
  'site.menu.': ['gpts', 'search', 'claude', 'openai', 'llama', 'luma', 'ranking', 'pricing'],
  'account.startWithheld.': ['network', 'all'],
  'contact.topic.': contactTopics,
  'contact.field.': ['email', 'message', 'about'],
  'contact.problem.': [
    'emailEmpty',
    'emailInvalid',
    'topicMissing',
    'messageEmpty',
    'tooLong',
    'trap',
  ],
  'site.footer.': ['privacy', 'terms', 'refunds', 'product', 'rankings', 'help', 'legal'],
  'site.feeds.': both(['new', 'rising'], ['', 'In', 'About']),
  'home.order.': [...listOrders, 'recommended'],
  'ranking.range.': rankingRanges,
  'ranking.title.': rankingKinds,
  'ranking.openTitle.': rankingKinds,
  'ranking.empty.when.': rankingRanges,
  'ranking.empty.description.': rankingKinds,
  'ranking.heading.': rankingKinds,
  'ranking.description.': ['all', 'categories', 'category'],
  'ranking.description.newest.': timedRanges,
  'ranking.description.timed.': timedRanges,
  'ranking.row.entered.': timedRanges,
  'ranking.how.timed.': timedRanges,
  'ranking.recompute.file.': [...recordFiles, ...rankingModules],
  'ranking.recompute.chain.': [
    'checked',
    'first',
    'away',
    'insecure',
    'record',
    'previous',
    'removed',
    'recount',
    'inputs',
    'result',
  ],
  'ranking.recompute.': [
    'missing',
    'invalid',
    'version',
    'equal',
    'different',
    'sums',
    'recount',
    'isEqual',
    'isDifferent',
  ],
  'ranking.contains.': ['own', 'imported', 'both'],
  'ranking.column.': [
    'rank',
    'gpt',
    'category',
    'chats',
    'total',
    'growth',
    'rate',
    'rating',
    'trend',
    'gpts',
    'first',
  ],
  'ranking.row.trend.': timedRanges,
  'ranking.row.': ['up', 'down'],
  'login.': [
    ...['endSessions', 'keepAccount', 'keepPlan'].flatMap((page) =>
      ['title', 'question', 'button', 'done', 'expired'].map((text) => `${page}.${text}`),
    ),
    'endSessions.mailbox',
    'keepPlan.unavailable',
    // Errors of inputs, by the rules of the domain.
    'EmptyEmail',
    'InvalidEmail',
    'EmptyCode',
    'InvalidCodeLength',
    'EmptyWord',
    'InvalidWord',
  ],
  'login.googlePage.': ['cancelled', 'expired', 'unverified', 'refused', 'unreachable'],
  'results.filter.': searchFilters,
  'results.any.': searchFilters,
  'results.lists.': ['related', 'relatedFirst', 'popular', 'others'],
  'home.search.': ['searching', 'failed'],
  'share.event.': both(['running', 'ended'], ['', 'Text']),
  'share.facts.': ['discount', 'online', 'review', 'end'],
  'share.questions.': both(['where', 'praise', 'off', 'late'], ['', 'Text']),
  'blog.unpublished.': ['draft', 'scheduled'],
  'blog.tag.': ['title', 'titlePage'],
  'shelves.kind.': kinds,
  'shelves.title.': kinds,
  'shelves.titlePage.': kinds,
  'shelves.description.': kinds,
  'shelves.beside.': kinds,
  'reviews.report.': ['spam', 'offensive', 'illegal', 'impersonation', 'broken', 'other'],
  'pricing.plans.': both(['basic', 'pro'], ['', 'For']),
  'pricing.features.': ['all', 'failed'],
  'pricing.methods.': both(
    shownMethods.map(({ text }) => text),
    ['', 'Text'],
  ),
  'pricing.questions.': both(
    ['question', 'expire', 'year', 'cancel', 'change', 'refund', 'promotion'],
    ['', 'Text'],
  ),
  'saved.list.': ['saved', 'recent'],
  'saved.empty.': both(['saved', 'recent'], ['', 'Text']),
  'chat.state.': ['stopped', 'failed', 'interrupted'],
  'composer.health.': modelHealths,
  'composer.refused.': ['kind', 'picture'],
  'chat.gpts.': ['recent', 'saved', 'popular'],
  'chat.settings.': ['light', 'dark'],
  'chat.sidebar.': both(['search', 'chat', 'gpts', 'media', 'settings'], ['', 'Tip']),
  'conversations.shortcuts.': shortcutNames,
  'conversations.instead.': mediaKinds,
  'conversations.instead.describe.': mediaKinds,
  'settings.instructions.': ['about', 'aboutExample', 'answer', 'answerExample'],
  'settings.support.topic.': contactTopics,
  'settings.support.state.': contactStates,
  'settings.credits.kind.': ledgerKinds.filter((kind) => kind !== 'settle'),
  'settings.credits.reason.': ledgerReasons,
  'settings.usage.': usageGroups,
  'chat.vote.': votes,
  ...mediaKeys,
  ...searchKeys,
  ...paymentKeys,
  'settings.profile.': ['EmptyName', 'LongName', 'AddressName'],
};

/** Returns every start followed by every end. */
function both(starts: readonly string[], ends: readonly string[]): string[] {
  return starts.flatMap((start) => ends.map((end) => start + end));
}
