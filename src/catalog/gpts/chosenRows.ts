import type { BuildContext } from '#catalog/buildContext.ts';
import { editorsPicks } from '#catalog/gpts/editorsOrder.ts';
import { type RisingGpts, risingThisWeek } from '#catalog/gpts/growth.ts';
import { inListOrder, orderingOf } from '#catalog/gpts/listOrder.ts';
import { toNewestFirst } from '#catalog/gpts/newest.ts';
import { forReaders, languageOfGpt } from '#catalog/gpts/readers.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import { memoise } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { knownLanguages } from '#domain/languages/readers.ts';
import { cleanText } from '#domain/texts/text.ts';

/** The GPTs in the rows above the list of the home page. A row with fewer than three entries is empty. */
export type ChosenRows = {
  /** GPTs with a prompt starter each. */
  questions: readonly { gpt: Gpt; question: string }[];
  picks: readonly Gpt[];
  /** `null` if too few rise. */
  rising: RisingGpts | null;
  newest: readonly Gpt[];
};

/** Entries of one line on a wide screen, and the least number in a row. */
export const lineOfRow = 3;

const picksOfRow = 2 * lineOfRow;

/** Popular GPTs from which questions are chosen, if editors recommend too few. */
const consideredPopular = 50;

/** Characters of a question, for two lines of a row. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowQuestion, wideQuestion] = [72, 44];

/** Returns the rows of the home page of a language. */
export function chosenRows(context: BuildContext, language: Language): ChosenRows {
  return rowsByLanguage(context)[language];
}

const rowsByLanguage = memoise((context: BuildContext): Readonly<Record<Language, ChosenRows>> => {
  const rows = languages.map((language) => [language, chooseRows(context, language)] as const);
  return Object.fromEntries(rows) as Record<Language, ChosenRows>;
});

/** Returns all GPTs of the rows. */
export function gptsOfRows({ questions, picks, rising, newest }: ChosenRows): ReadonlySet<Gpt> {
  const asked = questions.map(({ gpt }) => gpt);
  const risen = rising?.rising.map(({ gpt }) => gpt) ?? [];
  return new Set([...asked, ...picks, ...risen, ...newest]);
}

/** No row repeats a GPT of a row above it; the page of the ranking has all that rise. */
function chooseRows(context: BuildContext, language: Language): ChosenRows {
  const picks = ifEnough(editorsPicks(context, language).slice(0, picksOfRow));
  const questions = ifEnough(questionsFor(context, language, new Set(picks)));
  const above = { questions, picks, rising: null, newest: [] };
  const rising = risingIn(context, language, gptsOfRows(above));
  const newest = newestIn(context, language, gptsOfRows({ ...above, rising }));
  return { ...above, rising, newest: ifEnough(newest) };
}

function risingIn(
  { snapshot }: BuildContext,
  language: Language,
  except: ReadonlySet<Gpt>,
): RisingGpts | null {
  const found = risingThisWeek(snapshot, language, lineOfRow + except.size);
  if (found === null) return null;
  const rising = found.rising.filter(({ gpt }) => !except.has(gpt)).slice(0, lineOfRow);
  return rising.length < lineOfRow ? null : { ...found, rising };
}

function ifEnough<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return entries.length < lineOfRow ? [] : entries;
}

/**
 * Returns questions to GPTs that editors recommend, else to popular ones, in the language that readers know best; from
 * different categories, if possible.
 */
function questionsFor(
  context: BuildContext,
  language: Language,
  except: ReadonlySet<Gpt>,
): { gpt: Gpt; question: string }[] {
  const popular = forReaders(context.snapshot.gpts, language).slice(0, consideredPopular);
  const candidates = new Set([...editorsPicks(context, language), ...popular]).difference(except);
  const known = knownLanguages(language);
  const asked = forReaders([...candidates], language).filter((gpt) => {
    return known.some((one) => one === languageOfGpt(gpt)) && shortStarters(gpt).length > 0;
  });
  const best = asked.filter((gpt) => languageOfGpt(gpt) === languageOfGpt(asked[0] ?? gpt));
  const firsts = new Map(best.toReversed().map((gpt) => [categoriesOfGpt(gpt)[0], gpt]));
  const varied = best.filter((gpt) => [...firsts.values()].includes(gpt));
  return askEach(new Set([...varied, ...best, ...asked])).slice(0, lineOfRow);
}

/** Returns GPTs with the first starter each that none before it has: many GPTs have “What can you do?”. */
function askEach(gpts: Iterable<Gpt>): { gpt: Gpt; question: string }[] {
  const chosen = new Map<string, { gpt: Gpt; question: string }>();
  for (const gpt of gpts) {
    const question = shortStarters(gpt).find((text) => !chosen.has(text.toLowerCase()));
    if (question !== undefined) chosen.set(question.toLowerCase(), { gpt, question });
  }
  return [...chosen.values()];
}

/** Returns the prompt starters that fit. */
function shortStarters({ prompt_starters: starters }: Gpt): string[] {
  return starters.map(cleanText).filter((text) => {
    const most = /[\u2e80-\uffdc]/.test(text) ? wideQuestion : narrowQuestion;
    return text !== '' && text.length <= most;
  });
}

/** Returns the newest GPTs in languages that readers of the page know, best known first. */
function newestIn(context: BuildContext, language: Language, except: ReadonlySet<Gpt>): Gpt[] {
  const newest = newestByLanguage(context);
  return knownLanguages(language)
    .flatMap((one) => newest[one])
    .filter((gpt) => !except.has(gpt))
    .slice(0, lineOfRow);
}

/** Returns the newest GPTs of each language, enough to fill a row after removing those of other rows. */
const newestByLanguage = memoise(
  (context: BuildContext): Readonly<Record<Language, readonly Gpt[]>> => {
    const { snapshot } = context;
    const hasNew = orderingOf(snapshot, snapshot.gpts).orders.includes('new');
    const gpts = hasNew ? snapshot.gpts : [];
    const lists = languages.map((language) => {
      const own = gpts.filter((gpt) => languageOfGpt(gpt) === language);
      const newest = toNewestFirst(snapshot, inListOrder(context, own, language));
      return [language, newest.slice(0, 8 * lineOfRow)] as const;
    });
    return Object.fromEntries(lists) as Record<Language, Gpt[]>;
  },
);
