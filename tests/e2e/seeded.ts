/** What `seed.ts` puts into the database of the tests. */
export const privateGpt = 'private-diary';
export const removedGpt = 'removed-helper';

/** A public GPT that the release does not have, as it is newer. */
export const newGpt = {
  id: 'newer/than the release',
  name: 'Late <b>Comer</b>',
  author: '%name% & co',
  description: 'Untangles <i>timetables</i>.\nOne at a time.',
  lang: 'en',
  promptStarters: ['What is <ShowMe>?', 'x'.repeat(2_000)],
};

/** The UTC day on which the catalogue was used: some weeks ago, so that there are closed weeks for the menus. */
export const usedDay = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
