/** The votes on an answer. Rows store them: none is ever removed. */
export const votes = ['up', 'down'] as const;

export type Vote = (typeof votes)[number];
