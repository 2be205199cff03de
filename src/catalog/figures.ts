import type { GptView } from '#catalog/gptPages.ts';

/** Whether the chats of a GPT are counted: what its source did not count, and nobody used here, is not known to be 0. */
export function isCounted({ chats }: Pick<GptView, 'chats'>): boolean {
  return chats.imported !== null || chats.own > 0;
}

/** Whether there is any figure to show of a GPT. */
export function hasFigures(view: GptView): boolean {
  const { growth, ranks, reviewed, imported } = view;
  return (
    isCounted(view) ||
    growth !== null ||
    (ranks?.places ?? []).length > 0 ||
    reviewed.rating !== null ||
    reviewed.total > 0 ||
    imported.rating !== null ||
    imported.reviews !== null
  );
}
