import type { Gpt } from '#contract/gpts/gpts.ts';

/** Which chats the numbers of a table include: those on this site, imported ones, or both. */
export type Contained = 'own' | 'imported' | 'both';

/** Returns which chats the numbers include. */
export function containedIn(content: { own: number; imported: number }): Contained {
  if (content.imported === 0) return 'own';
  return content.own === 0 ? 'imported' : 'both';
}

/** Returns the chats of all GPTs together: on this site, and imported ones. */
export function totals(gpts: readonly Gpt[]): { own: number; imported: number } {
  const imported = gpts.reduce((sum, gpt) => sum + (gpt.imported_chats ?? 0), 0);
  return { imported, own: gpts.reduce((sum, gpt) => sum + gpt.chats, 0) - imported };
}
