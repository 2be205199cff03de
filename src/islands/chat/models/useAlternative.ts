import type { Subject } from '#islands/chat/useSubject.ts';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

type Wanted = {
  /** Credits that it may cost at most. */
  credits?: number;
  /** Whether it must be able to look at pictures. */
  sees?: boolean;
  /** Whether it must take longer questions. */
  reads?: boolean;
};

/**
 * Another model of the same kind that answers now: the one that the server names, else one of the same group, else the first one;
 * those that work before those that are slow.
 */
export function useAlternative(subject: Subject, wanted: Wanted = {}): ChatModel | undefined {
  const { credits = Number.POSITIVE_INFINITY, sees = false, reads = false } = wanted;
  const { models } = useStore($models);
  const own = 'model' in subject ? subject.model : undefined;
  const fitting = models.filter(
    ({ id, kind, available, health, price, inputs, max_input_tokens: room }) =>
      id !== own?.id &&
      kind === (own?.kind ?? 'text') &&
      available &&
      health !== 'down' &&
      price <= credits &&
      (!sees || inputs.includes('image')) &&
      (!reads || room > (own?.max_input_tokens ?? 0)),
  );
  const worth = ({ id, group, health }: ChatModel): number =>
    Number(id === own?.alternative) * 4 +
    Number(health === 'working') * 2 +
    Number(group === own?.group);
  return fitting.toSorted((one, other) => worth(other) - worth(one))[0];
}
