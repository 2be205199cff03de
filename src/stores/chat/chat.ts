import type { Attachment } from '#contract/chat/attachments.ts';
import { refreshAccount } from '#stores/account/accountRefresh.ts';
import { CallError, call } from '#contract/call.ts';
import { stopAnswer } from '#contract/chat/chat.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { checkRoomFor, putBackAttachments, readyAttachments } from '#stores/drafts/attachments.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import { optionsFor } from '#stores/media/mediaOptions.ts';
import {
  type QuestionTarget,
  findChatModel,
  namedPrice,
  priceAndOptions,
  reloadPriced,
} from '#stores/chat/questionPrice.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { $draft, draftKey, editDraft, emptyDraft, saveDraft } from '#stores/drafts/drafts.ts';
import { returnToQueue } from '#stores/drafts/queue.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { newId } from '#stores/browser/newId.ts';
import { refreshThread } from '#stores/chat/openThread.ts';
import { type OnRefused, chatTarget, openAnswer } from '#stores/answers/answerSession.ts';
import { endOf, headOf, isStale, positionOf } from '#stores/chat/questionPosition.ts';
import { questionLanguage } from '#stores/chat/questionLanguage.ts';
import { shownAnswer } from '#stores/thread/shownAnswer.ts';
import {
  $askedCount,
  $isIdle,
  $messages,
  $runningAnswer,
  type Answer,
  type Question,
  changeMessage,
  changeThread,
  currentThread,
  newAnswer,
  newQuestion,
} from '#stores/thread/thread.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

type Submission = {
  requestId: string;
  question: Question;
  leafBefore: string | null;
  /** The newest message that was on the screen; none in a new conversation. */
  headId: string | undefined;
  /** The price that was shown for this question, if that is another one than now. */
  shownPrice: number | undefined;
  /** Whether it may pass the user's own limit. */
  beyondLimit: boolean;
};

/** Sends the text and files of the message box and empties it. */
export function askDraft(): void {
  if (ask($draft.get().text, readyAttachments())) emptyDraft();
}

/**
 * Sends a question after the last message of the branch on the screen. Does nothing while an answer runs here, or without
 * text and files. Returns whether it was sent.
 */
export function ask(
  text: string,
  attachments: readonly Attachment[] = [],
  requestId?: string,
): boolean {
  const thread = currentThread();
  return thread !== undefined && askAfter(endOf(thread), text, attachments, requestId);
}

/** Asks a new version of a question, which begins a new branch. Returns whether it was sent. */
export function askInstead({ parentKey, attachments }: Question, text: string): boolean {
  return askAfter(parentKey, text, attachments);
}

/** Asks after an answer. If the answer has a next question already, a new branch begins. Returns whether it was sent. */
export function askAfter(
  parentKey: string | null,
  text: string,
  attachments: readonly Attachment[] = [],
  requestId: string = newId(),
): boolean {
  if (!chatTarget() || !currentThread() || !$isIdle.get()) return false;
  if (text.trim() === '' && attachments.length === 0) return false;
  submit(requestId, newQuestion(requestId, { parentKey, text: text.trim(), attachments }));
  return true;
}

/**
 * Sends an unsent question again. The same request id makes sure that a question that did arrive is not asked twice. If
 * it was refused because of newer messages, it follows them now, or becomes a branch where it was asked (`asBranch`).
 * `beyondLimit` lets it pass the user's own limit.
 */
export function askAgain(key: string, { asBranch = false, beyondLimit = false } = {}): void {
  const thread = currentThread();
  const unsent = thread?.all.find((message) => message.key === key);
  if (!thread || !$isIdle.get() || unsent?.role !== 'user' || unsent.delivery.state !== 'unsent')
    return;
  const { requestId, headId, isBranch } = unsent.delivery;
  const wasStale = isStale(unsent);
  const parentKey = wasStale && !isBranch && !asBranch ? endOf(thread) : unsent.parentKey;
  const shownPrice = namedPrice(unsent);
  changeThread(({ all }) => ({ all: all.filter((message) => message !== unsent) }));
  const question: Question = { ...unsent, parentKey, delivery: { state: 'sending' } };
  // Otherwise it may have arrived, and newer messages of this page are not those that its user saw.
  const seen = wasStale ? headOf(thread) : headId;
  submit(requestId, question, { shownPrice, headId: seen, beyondLimit });
}

/** Whether a question was sent before this code was loaded (`earlyCalls.ts`). */
export function hasEarlyQuestion(): boolean {
  return [...(globalThis.earlyCalls?.keys() ?? [])].some((key) => key.startsWith('POST '));
}

/** Shows the question that was sent before this code was loaded, and its answer. */
export function resumeEarlyQuestion(): void {
  const early = globalThis.endEarlyQuestion?.();
  globalThis.endEarlyQuestion = undefined;
  if (!early) return;
  if (!currentThread() || !$isIdle.get()) return early.hide?.();
  const { requestId, text, price } = early;
  const question = newQuestion(requestId, { parentKey: null, text, attachments: [] });
  submit(requestId, question, { shownPrice: price });
  emptyDraft();
  // Another conversation may be opened before this one is drawn.
  const unlisten = $messages.listen((messages) => {
    if (messages.some(({ key }) => key === question.key)) return;
    early.hide?.();
    unlisten();
  });
}

/**
 * Moves an unsent question back into the message box, before text and files there. `missingFile` is the id of a file that
 * the server no longer has.
 */
export function editUnsent({ key, text, attachments }: Question, missingFile?: unknown): void {
  const files = attachments.filter(({ id }) => id !== missingFile);
  if (!checkRoomFor(files)) return;
  forgetUnsent(key);
  const texts = [text, $draft.get().text].filter((part) => part.trim() !== '');
  editDraft(texts.join('\n\n'));
  putBackAttachments(files);
}

/** Removes an unsent question. */
export function forgetUnsent(key: string): void {
  changeThread(({ all }) => ({ all: all.filter((message) => message.key !== key) }));
}

/** Stops the running answer. Its text so far stays. */
export async function stop(): Promise<void> {
  const running = $runningAnswer.get();
  const id = shownAnswer()?.answerId;
  if (!running || id === undefined || running.phase === 'stopping') return;
  $runningAnswer.set({ ...running, phase: 'stopping' });
  countEvent('chat', 'stop');
  try {
    await call(stopAnswer, { params: { id } });
  } catch (error) {
    notifyMessage('error', errorMessage(error));
    const now = $runningAnswer.get();
    if (now?.phase === 'stopping') $runningAnswer.set({ ...now, phase: 'writing' });
  }
}

function submit(
  requestId: string,
  question: Question,
  sent: Partial<Pick<Submission, 'headId' | 'shownPrice' | 'beyondLimit'>> = {},
): void {
  const thread = currentThread();
  if (!thread) return;
  const leafBefore = endOf(thread);
  const target = questionTarget();
  const model = target && 'model' in target ? target.model : '';
  const answer = newAnswer(requestId, question.key, {
    model,
    options: target && optionsOf(target),
  });
  changeThread(({ all }) => ({ all: [...all, question, answer], leafKey: answer.key }));
  $askedCount.set($askedCount.get() + 1);
  countEvent('chat', 'question');
  const { headId = headOf(thread), shownPrice, beyondLimit = false } = sent;
  void sendQuestion({ requestId, question, leafBefore, headId, shownPrice, beyondLimit }, answer);
}

async function sendQuestion(submission: Submission, expected: Answer): Promise<void> {
  const thread = currentThread();
  const target = questionTarget();
  if (!thread || !target) return;
  const { requestId, question, headId, shownPrice, beyondLimit } = submission;
  const { text, attachments } = question;
  const body = {
    request_id: requestId,
    target,
    text,
    ...priceAndOptions(target, expected.options ?? undefined, question),
    ...(shownPrice !== undefined && { max_price: shownPrice }),
    ...(beyondLimit && { beyond_limit: true }),
    ...questionLanguage(target),
    ...(attachments.length === 0 ? {} : { attachment_ids: attachments.map(({ id }) => id) }),
    ...positionOf(thread, question, headId),
  };
  const onRefused: OnRefused = (own, error) => {
    const keepsDraft = isSignedOut(error) || !own.shown;
    const key = draftKey(own.target, own.conversationId, own.isTemporary);
    if (keepsDraft && !saveDraft(key, { text, attachments })) {
      returnToQueue(key, { text, attachments });
    }
    if (isSignedOut(error)) return;
    reloadPriced(target, error);
    if (own.shown) showUnsent(submission, expected.key, own.target, error);
    else notifyMessage('error', errorMessage(error));
  };
  const keys = { answerKey: expected.key, questionKey: question.key };
  await openAnswer(keys, { question: body }, onRefused);
}

/** Returns the options for a media model: `before` if they are of its kind, else the chosen ones. */
export function optionsOf(
  target: QuestionTarget,
  before: MediaOptions | null = null,
): MediaOptions | undefined {
  const model = 'model' in target ? findChatModel(target.model) : undefined;
  if (!model) return undefined;
  return before?.kind === model.kind ? before : optionsFor(model);
}

/** Keeps a question that was refused or did not arrive on the screen, as unsent. */
function showUnsent(
  { requestId, question, leafBefore, headId }: Submission,
  answerKey: string,
  target: ChatTarget,
  error: unknown,
) {
  const problem = errorMessage(error);
  changeMessage('user', question.key, {
    delivery: {
      state: 'unsent',
      requestId,
      problem,
      target,
      headId,
      isBranch: question.parentKey !== leafBefore,
    },
  });
  withdraw(answerKey, leafBefore);
  showNewer(error);
}

/** Loads what another page or device has changed: messages, a running answer, the conversation's target, and the balance. */
export function showNewer(error: unknown): void {
  const codes = ['newer_messages', 'answer_running', 'other_target'];
  if (!(error instanceof CallError) || !codes.includes(error.code)) return;
  refreshAccount();
  void refreshThread();
}

/** Removes an answer that will not come. */
export function withdraw(answerKey: string, leafKey: string | null): void {
  changeThread(({ all }) => ({ all: all.filter(({ key }) => key !== answerKey), leafKey }));
}

export function questionTarget(): QuestionTarget | undefined {
  const target = chatTarget();
  if (!target) return undefined;
  return target.group === 'g' ? { gpt: target.gpt } : { model: target.model };
}
