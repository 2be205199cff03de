import { addDays, dayOf, firstOfMonth, mondayOf } from '#domain/dates.ts';
import { recountNote } from '../../fixtures/rankings.ts';

/** The rows that `e2e/seed.ts` adds to the database of the release. */
export const privateGpt = 'private-diary';
export const removedGpt = 'removed-helper';

/** A GPT that was removed before the release was made. */
export const goneGpt = 'gone';

/** A GPT that only its address leads to. */
export const linkedGpt = {
  id: 'linked-helper',
  name: 'Linked helper',
  visibility: 'link',
} as const;

/** A GPT that 25 users reviewed before the release was made. */
export const reviewedGpt = 'story-doctor';

/** A public GPT that the release does not have, as it is newer. */
export const newGpt = {
  id: 'newer/than the release',
  name: 'Late <b>Comer</b>',
  author: '%name% & co',
  description: 'Untangles <i>timetables</i>.\nOne at a time.',
  lang: 'en',
  promptStarters: ['What is <ShowMe>?', 'x'.repeat(2_000)],
  builder: 'Workshop',
  categories: ['law-and-money'],
  tags: ['Timetables & co'],
  capabilities: ['code'],
  welcomeMessage: 'Which train?',
  instructions: 'Read the <table> first.',
  gptCreated: '2026-02-03',
};

/** The UTC day on which the catalogue was used: a Sunday some weeks ago, so that its week has a frozen ranking. */
export const usedDay = addDays(mondayOf(addDays(dayOf(new Date()), -14)), -1);

/** GPTs of the release’s rankings, the most used first. */
export const rankedGpts = [
  'chart-picker',
  'bread-troubleshooter',
  'brotbackstube-de',
  'bug-hunt-partner',
] as const;

/** The newest day of the release’s rankings, a Sunday. Most GPTs were used on it only. */
export const lastRankedDay = addDays(usedDay, -14);
// The day after, because the last day of a month may be a Sunday.
const endOfMonth = addDays(firstOfMonth(addDays(lastRankedDay, 1)), -1);
const endOfMonthBefore = addDays(firstOfMonth(endOfMonth), -1);

/** Days of the release’s rankings, oldest first: the last ones of two months, and of three weeks up to the newest. */
export const rankedDays = [
  ...new Set([
    endOfMonthBefore,
    endOfMonth,
    ...[2, 1, 0].map((weeks) => addDays(lastRankedDay, -7 * weeks)),
  ]),
].toSorted();

/** Mondays of the newest ranked weeks of the release, newest first. */
export const rankedWeeks = [0, 1, 2].map((weeks) => mondayOf(addDays(lastRankedDay, -7 * weeks)));

/** The month of the newest monthly ranking of the release. */
export const rankedMonth = endOfMonth.slice(0, 7);

/** A week of them that the operator counted again, and why. */
export const recountedWeek = mondayOf(addDays(lastRankedDay, -7));
export const recountReason = recountNote;
