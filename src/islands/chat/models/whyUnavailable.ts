import type { ChatModel } from '#stores/models/models.ts';

/** Returns the keys of a title and an explanation why a model cannot be asked. */
export function whyUnavailable({ closed, resting, kind }: ChatModel) {
  if (closed !== null) return ['chat.closed.title', 'chat.closed.explanation'] as const;
  if (resting) return ['chat.resting.title', 'chat.resting.explanation'] as const;
  if (kind !== 'text') return ['chat.art.title', 'chat.art.explanation'] as const;
  return ['chat.unavailable.title', 'chat.unavailable.explanation'] as const;
}
