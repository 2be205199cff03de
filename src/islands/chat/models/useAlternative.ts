import type { ModelInput } from '#domain/models/models.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { type AskedQuestion, priceQuestion } from '#stores/chat/questionPrice.ts';
import { useStore } from '@nanostores/react';

type Needs = {
  /** The credits that must pay for the question. */
  credits?: number;
  question?: AskedQuestion;
  /** The kind of file at which the model must be able to look. */
  sees?: ModelInput | undefined;
  /** Whether the model must accept longer questions than the subject. */
  takesMore?: boolean;
};

/**
 * Returns another available model of the same kind that fits the needs. The alternative that the server names comes
 * first, then models without problems, then models of the same group.
 */
export function useAlternative(subject: Subject, needs: Needs = {}): ChatModel | undefined {
  const { credits = Number.POSITIVE_INFINITY, sees, takesMore = false, question } = needs;
  const settings = useStore($chatSettings);
  const priceOf = (model: ChatModel): number =>
    question ? priceQuestion(question, { model }, settings).price : model.price;
  const { models } = useStore($models);
  const own = subject.model;
  const candidates = models.filter(
    (model) =>
      model.id !== own?.id &&
      model.kind === (own?.kind ?? 'text') &&
      model.available &&
      model.health !== 'down' &&
      priceOf(model) <= credits &&
      (sees === undefined || model.inputs.includes(sees)) &&
      (!takesMore || model.max_input_tokens > (own?.max_input_tokens ?? 0)),
  );
  const score = ({ id, group, health }: ChatModel): number =>
    Number(id === own?.alternative) * 4 +
    Number(health === 'working') * 2 +
    Number(group === own?.group);
  return candidates.toSorted((one, other) => score(other) - score(one))[0];
}
