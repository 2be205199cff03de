/** What `seed.ts` puts into the database of the tests. */
export const privateGpt = 'private-diary';
export const removedGpt = 'removed-helper';

/** The UTC day on which the catalogue was used: some weeks ago, so that there are closed weeks for the menus. */
export const usedDay = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
