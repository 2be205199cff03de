/** Begins the instructions of AI search; the sandbox answers from the passages when it sees it. */
export const searchMark = 'AI search';

/** The text of a model when no passage answers the question. */
export const noSourceWord = 'NO_SOURCE';

/** Begins a line with a question that could be asked next. */
export const followUpMark = '>>>';
