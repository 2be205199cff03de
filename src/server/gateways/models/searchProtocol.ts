/** The first words of the instructions of AI search, by which the sandbox recognises them. */
export const searchMark = 'AI search';

/** The whole answer of a model when no passage answers the question. */
export const noSourceWord = 'NO_SOURCE';

/** The beginning of a line with a follow-up question. */
export const followUpMark = '>>>';
