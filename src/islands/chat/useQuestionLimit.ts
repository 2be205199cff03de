import type { Subject } from '#islands/chat/useSubject.ts';
import { $draft } from '#stores/drafts.ts';
import { $account } from '#stores/user.ts';
import { useStore } from '@nanostores/react';

/** What stands in the way of the next question. */
export type QuestionLimit = {
  /** Characters above what the model takes. */
  tooLong: number;
  /** Whether the balance cannot pay for it; `false` while it is unknown. */
  unpaid: boolean;
  empty: boolean;
  blocked: boolean;
};

export function useQuestionLimit(subject: Subject): QuestionLimit {
  const { text } = useStore($draft);
  const account = useStore($account);
  const model = 'model' in subject ? subject.model : undefined;
  const price = 'price' in subject ? subject.price : undefined;
  const most = model?.max_question_characters ?? Number.POSITIVE_INFINITY;
  const tooLong = Math.max(0, text.length - most);
  const unpaid = account !== undefined && price !== undefined && account.credit < price;
  const unavailable = model !== undefined && !model.available;
  return {
    tooLong,
    unpaid,
    empty: text.trim() === '',
    blocked: tooLong > 0 || unpaid || unavailable,
  };
}
