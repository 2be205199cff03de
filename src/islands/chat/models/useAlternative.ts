import type { Subject } from '#islands/chat/useSubject.ts';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

type Needs = {
  /** The largest price in credits. */
  credits?: number;
  /** Whether the model must accept pictures. */
  seesPictures?: boolean;
  /** Whether the model must accept longer questions than the subject. */
  takesMore?: boolean;
};

/**
 * Returns another available model of the same kind that fits the needs. The alternative that the server names comes
 * first, then models without problems, then models of the same group.
 */
export function useAlternative(subject: Subject, needs: Needs = {}): ChatModel | undefined {
  const { credits = Number.POSITIVE_INFINITY, seesPictures = false, takesMore = false } = needs;
  const { models } = useStore($models);
  const own = subject.model;
  const candidates = models.filter(
    ({ id, kind, available, health, price, inputs, max_input_tokens: maxTokens }) =>
      id !== own?.id &&
      kind === (own?.kind ?? 'text') &&
      available &&
      health !== 'down' &&
      price <= credits &&
      (!seesPictures || inputs.includes('image')) &&
      (!takesMore || maxTokens > (own?.max_input_tokens ?? 0)),
  );
  const score = ({ id, group, health }: ChatModel): number =>
    Number(id === own?.alternative) * 4 +
    Number(health === 'working') * 2 +
    Number(group === own?.group);
  return candidates.toSorted((one, other) => score(other) - score(one))[0];
}
