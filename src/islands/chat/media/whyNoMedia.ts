import type { ChatModel } from '#stores/models/models.ts';

/** Title and explanation of why a media model makes nothing. */
export function whyNoMedia({ closed, resting }: ChatModel) {
  if (closed !== null) return ['chat.closed.title', 'chat.closed.explanation'] as const;
  if (resting) return ['chat.resting.title', 'chat.resting.explanation'] as const;
  return ['chat.art.title', 'chat.art.explanation'] as const;
}
