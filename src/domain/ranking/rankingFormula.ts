import { growthRateFloor, rankingRows } from '#domain/ranking/formula.ts';
import { countedConversationsPerUserAndDay } from '#domain/ranking/ranking.ts';

/**
 * Explanations in the data files of rankings. They are in English, because the files are the same for all languages.
 */

type Sentences = Readonly<Record<string, string>>;

/** How a frozen period is counted. */
export const periodFormula: Sentences = {
  growth: 'growth = own + imported: the conversations in the period. Days are UTC days.',
  own: `Conversations held on this site. One user counts at most ${countedConversationsPerUserAndDay} conversations with a GPT and day.`,
  imported:
    'Conversations elsewhere, from cumulative counts: a day counts what rose above the highest count before it. What grew over days without a count is spread evenly over them and the day after them, and marked as estimated. Sources count the same conversations: a day counts one of them, never their sum.',
  growth_rate: `growth_rate = (growth - previous) / max(previous, ${growthRateFloor}).`,
  order: `By growth, then growth_rate, both descending, then by id. At most ${rankingRows} places are shown.`,
  left_out:
    'A GPT without growth has no place, nor has one more than half of whose days in the period have no count. GPTs that were taken out of the directory since are left out; the other ranks stay as they were.',
  freezing:
    'Counted once, some hours after the end of the period, if there are numbers for its last day, grown or not. The numbers never change afterwards, unless the operator counts again: then refrozen and note say when and why.',
  freshness:
    'data_until: the last day of the period of which a source had a reading. still: when a source repeated every number of its day before; such days have no count.',
};

/** The meaning of the fields of a place in a period. */
export const periodColumns: Sentences = {
  rank: 'Place, 1 is first.',
  id: 'Id of the GPT; its page is {site}/en/gpts/{id}.',
  name: 'Name of the GPT when this file was made.',
  own: 'Conversations in the period held on this site.',
  imported: 'Conversations in the period held elsewhere and imported.',
  growth: 'own + imported.',
  previous: 'Conversations in the period before.',
  growth_rate: 'By the formula; 0.5 means half more than in the period before.',
  movement: 'Places gained since the period before, negative: lost; null when it had none there.',
  is_new: 'Whether the GPT was first seen in the period.',
  is_estimated: 'Whether a part of imported is spread over days without a count.',
  trend: 'Growth in up to twelve periods of this range up to this one, oldest first.',
};

/** The meaning of the fields of a category. */
export const categoryColumns: Sentences = {
  category: 'Name of the category as it stands in addresses.',
  gpts: 'GPTs of the directory that are in it.',
  own: 'Conversations of its ranked GPTs in the period held on this site.',
  imported: 'Conversations of its ranked GPTs in the period held elsewhere and imported.',
  growth: 'own + imported.',
  first: 'Id of its first GPT; null when none has a place.',
};

export const categoryFormula: Sentences = {
  ...periodFormula,
  order: 'By growth, then number of GPTs, both descending, then by name.',
};

/** How the ranking of all time is counted. */
export const allTimeFormula: Sentences = {
  chats:
    'chats = own + imported. own: all conversations held on this site up to the end of closed_day, a UTC day.',
  imported:
    'The largest of the count that came with the GPT and the newest reading of each imported history. All of them count the same conversations, so they are not added up.',
  order: `By chats, descending, then by id. At most ${rankingRows} places; a GPT without conversations has none.`,
};

export const allTimeColumns: Sentences = {
  rank: 'Place, 1 is first.',
  id: 'Id of the GPT; its page is {site}/en/gpts/{id}.',
  name: 'Name of the GPT when this file was made.',
  own: 'Conversations held on this site.',
  imported: 'Conversations held elsewhere and imported; null when unknown.',
  imported_source:
    'The history that imported is the newest reading of; null when it is the count that came with the GPT.',
  imported_day: 'The day of that reading.',
  chats: 'own + imported.',
  rating: 'Mean of the ratings given on this site, 1 to 5; null when there are fewer than five.',
};

export const sourceNote =
  'Counted by this site from conversations held on it and from histories of conversations that its operator imported; both are in columns of their own. The page of an imported GPT names its source and licence.';
