import { addDays, dayOf, mondayOf } from '#domain/dates.ts';

/** What `seed.ts` puts into the database of the tests. */
export const privateGpt = 'private-diary';
export const removedGpt = 'removed-helper';

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
};

/** The UTC day on which the catalogue was used: a Sunday some weeks ago, so that its week has a frozen ranking. */
export const usedDay = addDays(mondayOf(addDays(dayOf(new Date()), -14)), -1);
