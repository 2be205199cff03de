import type { Subject } from '#islands/chat/useSubject.ts';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $attachments } from '#stores/chat/attachments.ts';
import { $draft } from '#stores/chat/drafts.ts';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** The reason why the next question cannot be asked. */
export type QuestionLimit = {
  /** Characters that the model takes. */
  most: number;
  /** Characters above that. */
  tooLong: number;
  /** Characters that are left, once they are few. */
  left: number | undefined;
  /** Whether the balance cannot pay for it; `false` while it is unknown. */
  unpaid: boolean;
  /** Whether a picture goes to a model that cannot look at one. */
  unseen: boolean;
  /** The state of its files. */
  files: 'none' | 'uploading' | 'failed' | 'ready';
  /** Neither text nor files. */
  empty: boolean;
  blocked: boolean;
};

/** The last part of the room for a question, in which its end is told. */
const fewCharacters = 0.05;

export function useQuestionLimit(subject: Subject): QuestionLimit {
  const { text } = useStore($draft);
  const account = useAccount();
  const files = useFiles();
  const unseen = useUnseen(subject);
  const model = 'model' in subject ? subject.model : undefined;
  const price = 'price' in subject ? subject.price : undefined;
  const most = model?.max_question_characters ?? Number.POSITIVE_INFINITY;
  const tooLong = Math.max(0, text.length - most);
  const left = most - text.length;
  const unpaid = account !== undefined && price !== undefined && account.credit < price;
  const unavailable = model !== undefined && !model.available;
  const filesWait = files === 'uploading' || files === 'failed';
  return {
    most,
    tooLong,
    // Without an end, there is nothing to count.
    left: left >= 0 && left <= Math.min(most, Number.MAX_VALUE) * fewCharacters ? left : undefined,
    unpaid,
    unseen,
    files,
    empty: text.trim() === '' && files === 'none',
    blocked: tooLong > 0 || unpaid || unavailable || unseen || filesWait,
  };
}

function useFiles(): QuestionLimit['files'] {
  const states = useStore($attachments).map(({ state }) => state);
  if (states.length === 0) return 'none';
  if (states.includes('uploading')) return 'uploading';
  return states.includes('failed') ? 'failed' : 'ready';
}

/** The kinds of files that models accept are known once the server's list has arrived. */
function useUnseen(subject: Subject): boolean {
  const { confirmed } = useStore($models);
  const hasPicture = useStore($attachments).some(({ kind }) => kind === 'image');
  const model = 'model' in subject ? subject.model : undefined;
  return confirmed && hasPicture && model !== undefined && !model.inputs.includes('image');
}
