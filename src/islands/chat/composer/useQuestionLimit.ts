import { isScan, pdfMaxSeenPages } from '#domain/chat/attachments.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useAccount } from '#islands/shared/useAccount.ts';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import { $attachments } from '#stores/drafts/attachments.ts';
import type { AskedQuestion, QuestionPrice } from '#stores/chat/questionPrice.ts';
import { $draft } from '#stores/drafts/drafts.ts';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';

/** Why the next question cannot be sent. */
export type QuestionLimit = {
  /** Characters that the model accepts. */
  most: number;
  /** Characters beyond `most`. */
  tooLong: number;
  /** Characters until `most`; `undefined` while there are many. */
  remaining: number | undefined;
  /** The price of the draft; `undefined` while it is unknown. */
  cost: QuestionPrice | undefined;
  /** Whether the balance is lower than the price; false while either is unknown. */
  isUnaffordable: boolean;
  /** The file at which the model cannot look: a picture, or a PDF without a text. */
  unseen: 'picture' | 'scan' | undefined;
  /** The state of the attached files. */
  files: 'none' | 'uploading' | 'failed' | 'ready';
  /** Neither text nor files. */
  empty: boolean;
  /** Whether sending does nothing. */
  blocked: boolean;
};

/** The remaining characters are shown when they are less than this share of `most`. */
const shownShare = 0.05;

/** Returns what limits the draft as a question to the subject. */
export function useQuestionLimit(subject: Subject): QuestionLimit {
  const { text } = useStore($draft);
  const account = useAccount();
  const files = useFiles();
  const unseen = useUnseen(subject);
  const { model } = subject;
  const cost = useQuestionPrice(subject, useDraftQuestion());
  const most = model?.max_question_characters ?? Number.POSITIVE_INFINITY;
  const tooLong = Math.max(0, text.length - most);
  const remaining = most - text.length;
  const isUnaffordable = account !== undefined && cost !== undefined && account.credit < cost.price;
  const isUnavailable = model !== undefined && !model.available;
  const filesWait = files === 'uploading' || files === 'failed';
  const isNearEnd = Number.isFinite(most) && remaining >= 0 && remaining <= most * shownShare;
  return {
    most,
    tooLong,
    remaining: isNearEnd ? remaining : undefined,
    cost,
    isUnaffordable,
    unseen,
    files,
    empty: text.trim() === '' && files === 'none',
    blocked: tooLong > 0 || isUnaffordable || isUnavailable || unseen !== undefined || filesWait,
  };
}

/** Returns the text of the draft and its uploaded files. */
export function useDraftQuestion(): AskedQuestion {
  const { text } = useStore($draft);
  const files = useStore($attachments);
  const attachments = files.flatMap((file) => (file.state === 'ready' ? [file.attachment] : []));
  return { text, attachments };
}

function useFiles(): QuestionLimit['files'] {
  const states = useStore($attachments).map(({ state }) => state);
  if (states.length === 0) return 'none';
  if (states.includes('uploading')) return 'uploading';
  return states.includes('failed') ? 'failed' : 'ready';
}

/** `undefined` until the server's list of models has arrived, which names the files that each one accepts. */
function useUnseen({ model }: Subject): QuestionLimit['unseen'] {
  const { confirmed } = useStore($models);
  const attachments = useStore($attachments);
  if (!confirmed || !model) return undefined;
  const hasPicture = attachments.some(({ kind }) => kind === 'image');
  if (hasPicture && !model.inputs.includes('image')) return 'picture';
  const scans = attachments.flatMap((item) =>
    item.state === 'ready' && isScan(item.attachment) ? [item.attachment] : [],
  );
  const isSeen = ({ pages }: { pages: number | null }): boolean =>
    model.inputs.includes('pdf') && (pages ?? 0) <= pdfMaxSeenPages;
  return scans.every(isSeen) ? undefined : 'scan';
}
