/**
 * Tags of a test that is done in two languages on a desk and on a phone: `npm test` does the first language on a desk,
 * `npm run test:long` the other three.
 */
export const languageTags = { en: '@both', zh: '@both @long' } as const;
