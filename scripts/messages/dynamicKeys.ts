import { ledgerReasons } from '#domain/credits.ts';
import { contactStates, contactTopics } from '#domain/contact.ts';
import { failureReasons } from '#contract/chat.ts';
import { ledgerKinds } from '#domain/credits.ts';
import { importProblems } from '#contract/conversations.ts';
import { errorStatus } from '#contract/errors.ts';
import { timedRanges, rankingRanges } from '#domain/ranking.ts';
import { listOrders } from '#domain/listOrder.ts';
import { modelGroups, modelHealths, models } from '#domain/models.ts';
import { shownMethods } from '#domain/payments.ts';
import { promotions } from '#domain/promotions.ts';
import { searchFilters } from '#domain/search.ts';
import { shortcutNames } from '#domain/shortcuts.ts';
import { mediaKeys } from './mediaKeys.ts';
import { paymentKeys } from './paymentKeys.ts';
import { searchKeys } from './searchKeys.ts';

/** Keys that the code puts together, such as `` t(`range.${range}`) ``. */
export type DynamicKeys = {
  /** What stands before the part that is filled in, with its area. */
  prefix: string;
  /** All that stands there, with what follows; `any` where data from elsewhere decide. */
  names: readonly string[] | 'any';
  reason: string;
};

const kinds = ['tag', 'author'];
const rankingKinds = [...rankingRanges, 'category'];

/** Every key that is put together. Those with names must all exist, and no other key of the group is used so. */
export const dynamicKeys: readonly DynamicKeys[] = [
  { prefix: 'categories.', names: 'any', reason: 'GPTs that are imported name their category' },
  { prefix: 'gpt.capability.', names: 'any', reason: 'GPTs that are imported name what they can' },
  { prefix: 'blog.topics.', names: 'any', reason: 'posts name their tags' },
  { prefix: 'chat.group.', names: modelGroups, reason: 'each group of models has a name' },
  { prefix: 'models.', names: models.map(({ id }) => id), reason: 'each model has a tip' },
  {
    prefix: 'conversations.import.reason.',
    names: importProblems,
    reason: 'each reason why a conversation cannot be imported has a sentence',
  },
  {
    prefix: 'chat.reason.',
    names: failureReasons,
    reason: 'each reason of a failure has a sentence',
  },
  {
    prefix: 'errors.',
    names: Object.keys(errorStatus),
    reason: 'each error of the API has a sentence',
  },
  {
    prefix: 'site.promotion.',
    names: promotions.map(({ id }) => id),
    reason: 'each promotion has a text',
  },
  {
    prefix: 'site.menu.',
    names: ['gpts', 'search', 'claude', 'openai', 'llama', 'luma', 'ranking', 'pricing'],
    reason: 'the bar and the drawer list their entries',
  },
  {
    prefix: 'contact.topic.',
    names: contactTopics,
    reason: 'each topic of the contact form has a name',
  },
  {
    prefix: 'contact.field.',
    names: ['email', 'message', 'about'],
    reason: 'fields of the contact form',
  },
  {
    prefix: 'contact.problem.',
    names: ['emailEmpty', 'emailInvalid', 'topicMissing', 'messageEmpty', 'tooLong', 'trap'],
    reason: 'each rule of the contact form has a sentence',
  },
  {
    prefix: 'site.footer.',
    names: ['privacy', 'terms', 'refunds', 'product', 'rankings', 'help', 'legal'],
    reason: 'each policy has a link, each column a title',
  },
  {
    prefix: 'site.feeds.',
    names: both(['new', 'rising'], ['', 'In', 'About']),
    reason: 'two kinds of feeds',
  },
  {
    prefix: 'home.order.',
    names: [...listOrders, 'recommended'],
    reason: 'each order of a list has a name',
  },
  { prefix: 'ranking.range.', names: rankingRanges, reason: 'each range has a tab' },
  { prefix: 'ranking.title.', names: rankingKinds, reason: 'each range and category has a title' },
  {
    prefix: 'ranking.openTitle.',
    names: rankingKinds,
    reason: 'ranges that move on, and those without places',
  },
  { prefix: 'ranking.empty.when.', names: rankingRanges, reason: 'when the first one comes' },
  {
    prefix: 'ranking.empty.description.',
    names: rankingKinds,
    reason: 'each range and category without places has a description',
  },
  {
    prefix: 'ranking.heading.',
    names: rankingKinds,
    reason: 'each range and category has a heading',
  },
  {
    prefix: 'ranking.description.',
    names: ['all', 'newest', 'timed', 'categories', 'category'],
    reason: 'each kind of ranking has a description',
  },
  {
    prefix: 'ranking.contains.',
    names: ['own', 'imported', 'both'],
    reason: 'where the numbers are from',
  },
  {
    prefix: 'ranking.column.',
    names: [
      'rank',
      'gpt',
      'category',
      'chats',
      'growth',
      'rate',
      'rating',
      'trend',
      'gpts',
      'first',
    ],
    reason: 'each table names its columns',
  },
  { prefix: 'ranking.row.trend.', names: timedRanges, reason: 'each range has a trend' },
  { prefix: 'ranking.row.', names: ['up', 'down'], reason: 'a place has moved up or down' },
  {
    prefix: 'login.',
    names: [
      ...['endSessions', 'keepAccount'].flatMap((page) =>
        ['title', 'question', 'button', 'done', 'expired'].map((text) => `${page}.${text}`),
      ),
      'endSessions.mailbox',
    ],
    reason: 'each page that a link of a mail leads to',
  },
  {
    prefix: 'login.googlePage.',
    names: ['cancelled', 'expired', 'unverified', 'refused', 'unreachable'],
    reason: 'each way in which a sign-in with Google fails',
  },
  {
    prefix: 'results.filter.',
    names: searchFilters,
    reason: 'each filter',
  },
  {
    prefix: 'results.any.',
    names: searchFilters,
    reason: 'each filter',
  },
  {
    prefix: 'results.lists.',
    names: ['related', 'popular', 'others'],
    reason: 'each kind of results that are no full matches',
  },
  { prefix: 'home.search.', names: ['searching', 'failed'], reason: 'states of a search' },
  {
    prefix: 'share.event.',
    names: both(['running', 'ended'], ['', 'Text']),
    reason: 'states of the event',
  },
  {
    prefix: 'share.facts.',
    names: ['discount', 'online', 'review', 'end'],
    reason: 'a list of facts',
  },
  {
    prefix: 'share.questions.',
    names: both(['where', 'praise', 'off', 'late'], ['', 'Text']),
    reason: 'a list of questions and answers',
  },
  {
    prefix: 'blog.unpublished.',
    names: ['draft', 'scheduled'],
    reason: 'why a post is not published',
  },
  { prefix: 'blog.tag.', names: ['title', 'titlePage'], reason: 'the list has pages' },
  { prefix: 'shelves.kind.', names: kinds, reason: 'kinds of shelves' },
  { prefix: 'shelves.title.', names: kinds, reason: 'kinds of shelves' },
  { prefix: 'shelves.titlePage.', names: kinds, reason: 'kinds of shelves' },
  { prefix: 'shelves.description.', names: kinds, reason: 'kinds of shelves' },
  { prefix: 'shelves.beside.', names: kinds, reason: 'kinds of shelves' },
  {
    prefix: 'reviews.report.',
    names: ['spam', 'offensive', 'illegal', 'impersonation', 'broken', 'other'],
    reason: 'reasons of a report',
  },
  { prefix: 'pricing.plans.', names: both(['basic', 'pro'], ['', 'For']), reason: 'two plans' },
  { prefix: 'pricing.features.', names: ['all', 'failed'], reason: 'what everybody has' },
  {
    prefix: 'pricing.models.',
    names: ['replaced', 'closed', 'unavailable', 'replacedNote', 'closedNote'],
    reason: 'what became of a model',
  },
  {
    prefix: 'pricing.methods.',
    names: both(
      shownMethods.map(({ text }) => text),
      ['', 'Text'],
    ),
    reason: 'each way to pay',
  },
  {
    prefix: 'pricing.questions.',
    names: both(
      ['question', 'expire', 'year', 'cancel', 'change', 'refund', 'promotion'],
      ['', 'Text'],
    ),
    reason: 'a list of questions and answers',
  },
  { prefix: 'saved.list.', names: ['saved', 'recent'], reason: 'two lists' },
  { prefix: 'saved.empty.', names: both(['saved', 'recent'], ['', 'Text']), reason: 'two lists' },
  {
    prefix: 'chat.state.',
    names: ['stopped', 'failed', 'interrupted'],
    reason: 'how an answer ended',
  },
  { prefix: 'composer.health.', names: modelHealths, reason: 'each state of a model has a word' },
  {
    prefix: 'composer.refused.',
    names: ['kind', 'picture'],
    reason: 'a file is refused for its kind',
  },
  { prefix: 'chat.gpts.', names: ['recent', 'saved', 'popular'], reason: 'parts of the screen' },
  { prefix: 'chat.settings.', names: ['light', 'dark'], reason: 'two display modes' },
  {
    prefix: 'chat.sidebar.',
    names: [...both(['search', 'chat', 'gpts', 'media', 'settings'], ['', 'Tip'])],
    reason: 'entries of the sidebar',
  },
  {
    prefix: 'conversations.shortcuts.',
    names: shortcutNames,
    reason: 'each shortcut has a name',
  },
  {
    prefix: 'conversations.instead.',
    names: ['picture', 'music', 'video'],
    reason: 'what a model of words can do for each kind',
  },
  {
    prefix: 'settings.support.topic.',
    names: contactTopics,
    reason: 'each topic of a message to the operator has a name',
  },
  {
    prefix: 'settings.support.state.',
    names: contactStates,
    reason: 'each state of a message to the operator has a name',
  },
  {
    prefix: 'settings.credits.kind.',
    names: ledgerKinds.filter((kind) => kind !== 'settle'),
    reason: 'each kind of a row of the ledger has a name',
  },
  {
    prefix: 'settings.credits.reason.',
    names: ledgerReasons,
    reason: 'reasons of rows of the ledger, beside those of failures',
  },
  ...mediaKeys,
  ...searchKeys,
  ...paymentKeys,
  {
    prefix: 'settings.profile.',
    names: ['EmptyName', 'LongName', 'AddressName'],
    reason: 'what is wrong with a name, by the rules of the domain',
  },
  {
    prefix: 'login.',
    names: [
      'EmptyEmail',
      'InvalidEmail',
      'EmptyCode',
      'InvalidCodeLength',
      'EmptyWord',
      'InvalidWord',
    ],
    reason: 'what is wrong with an input, by the rules of the domain',
  },
];

function both(starts: readonly string[], ends: readonly string[]): string[] {
  return starts.flatMap((start) => ends.map((end) => start + end));
}
