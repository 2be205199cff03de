import { searchModel } from '#domain/models.ts';
import { AppError } from '#server/errors.ts';
import type { PromptTurn } from '#server/gateways/models/models.ts';
import type { SearchQuestion } from '#server/services/answers/produce/aiSearch.ts';

type Target = { model: { id: string; title: string } };

/** Refuses files in questions to AI search. Throws `attachment_not_accepted`. */
export function refuseFilesOfSearch({ model }: Target, files: readonly unknown[]): void {
  if (model.id !== searchModel.id || files.length === 0) return;
  throw new AppError('attachment_not_accepted', `attachment_ids: ${model.title} reads no files`, {
    field: 'attachment_ids',
  });
}

/** Returns the question to AI search with the user's earlier questions; `undefined` if the target is another model. */
export function searchQuestionOf(
  { model }: Target,
  turns: readonly PromptTurn[],
  asked: Pick<SearchQuestion, 'userId' | 'language'>,
): SearchQuestion | undefined {
  if (model.id !== searchModel.id) return undefined;
  const questions = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  return { text: questions.at(-1) ?? '', earlier: questions.slice(0, -1), ...asked };
}
