import type { Attachment } from '#contract/attachments.ts';
import { CallError, call } from '#contract/call.ts';
import { stopAnswer } from '#contract/chat.ts';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { readyAttachments } from '#stores/chat/attachments.ts';
import type { MediaOptions } from '#domain/media.ts';
import { optionsFor, priceWith } from '#stores/media/mediaOptions.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { gptPrice } from '#domain/models.ts';
import { searchTarget } from '#domain/urls.ts';
import { $models } from '#stores/models/models.ts';
import { $draft, draftKey, emptyDraft, saveDraft } from '#stores/chat/drafts.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { newId } from '#stores/browser/newId.ts';
import { refreshThread } from '#stores/thread/openThread.ts';
import {
  type OnRefused,
  chatTarget,
  currentSession,
  openAnswer,
} from '#stores/chat/answerSession.ts';
import { isSameTarget } from '#stores/chat/route.ts';
import {
  $askedCount,
  $isIdle,
  $runningAnswer,
  $thread,
  type Answer,
  type OpenThread,
  type Question,
  changeMessage,
  changeThread,
  isUnsent,
  newAnswer,
  newQuestion,
} from '#stores/thread/thread.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

type Submission = { requestId: string; question: Question; leafBefore: string | null };

/** Sends what stands in the message box and empties it. */
export function askDraft(): void {
  if (ask($draft.get().text, readyAttachments())) emptyDraft();
}

/**
 * Sends a question that follows the branch on the screen. Nothing happens while an answer runs here, or without text and
 * files. Returns whether it is on its way.
 */
export function ask(text: string, attachments: readonly Attachment[] = []): boolean {
  const thread = openThread();
  return thread !== undefined && askAfter(endOf(thread), text, attachments);
}

/** Asks something else in place of a question, in a branch of its own. Returns whether it is on its way. */
export function askInstead({ parentKey, attachments }: Question, text: string): boolean {
  return askAfter(parentKey, text, attachments);
}

/** Asks after an answer, in a branch of its own where it has been followed by something. */
export function askAfter(
  parentKey: string | null,
  text: string,
  attachments: readonly Attachment[] = [],
): boolean {
  if (!chatTarget() || !openThread() || !$isIdle.get()) return false;
  if (text.trim() === '' && attachments.length === 0) return false;
  const requestId = newId();
  submit(requestId, newQuestion(requestId, { parentKey, text: text.trim(), attachments }));
  return true;
}

/** Sends an unsent question again, with the same request id: should it have arrived, it joins its answer. */
export function askAgain(key: string): void {
  const thread = openThread();
  const unsent = thread?.all.find((message) => message.key === key);
  if (!thread || !$isIdle.get() || unsent?.role !== 'user' || unsent.delivery.state !== 'unsent')
    return;
  const { requestId } = unsent.delivery;
  changeThread(({ all }) => ({ all: all.filter((message) => message !== unsent) }));
  submit(requestId, { ...unsent, delivery: { state: 'sending' } });
}

/** Whether a question left before this code came (`earlyCalls.ts`). */
export function isAskedEarly(): boolean {
  return [...(globalThis.earlyCalls?.keys() ?? [])].some((key) => key.startsWith('POST '));
}

/** Goes on with the question that left before this code came, as if it were sent now. */
export function resumeEarlyQuestion(): void {
  const early = globalThis.endEarlyQuestion?.();
  globalThis.endEarlyQuestion = undefined;
  if (!early || !openThread() || !$isIdle.get()) return;
  const { requestId, text } = early;
  submit(requestId, newQuestion(requestId, { parentKey: null, text, attachments: [] }));
  emptyDraft();
}

/** Takes an unsent question off the screen. */
export function forgetUnsent(key: string): void {
  changeThread(({ all }) => ({ all: all.filter((message) => message.key !== key) }));
}

/**
 * Asks the question of an answer once more, another model where one is given; the new answer stands beside the others.
 * Returns whether it is on its way.
 */
export function regenerate(answer: Answer, model?: string): boolean {
  const thread = openThread();
  if (!thread || !$isIdle.get()) return false;
  const questionId = storedId(thread, answer.parentKey);
  const target = model === undefined ? askedTarget() : { model };
  if (!target || answer.parentKey === null || questionId === undefined) return false;
  const requestId = newId();
  const leafBefore = endOf(thread);
  const options = optionsOf(target, answer.options);
  const name = 'model' in target ? target.model : '';
  const expected = newAnswer(requestId, answer.parentKey, { model: name, options });
  changeThread(({ all }) => ({ all: [...all, expected], leafKey: expected.key }));
  $askedCount.set($askedCount.get() + 1);
  countEvent('chat', 'regenerate');
  const body = { request_id: requestId, target, ...askedFor(target, options) };
  const onRefused: OnRefused = (own, error) => {
    if (!isSignedOut(error)) notifyMessage('error', errorMessage(error));
    if (own.shown) withdraw(expected.key, leafBefore);
  };
  const source = { repetition: { params: { id: questionId }, body } };
  void openAnswer({ answerKey: expected.key, questionKey: undefined }, source, onRefused);
  return true;
}

/** Stops the running answer. The text so far stays. */
export async function stop(): Promise<void> {
  const running = $runningAnswer.get();
  const id = currentSession()?.answerId;
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

function submit(requestId: string, question: Question): void {
  const thread = openThread();
  if (!thread) return;
  const leafBefore = endOf(thread);
  const target = askedTarget();
  const model = target && 'model' in target ? target.model : '';
  const answer = newAnswer(requestId, question.key, {
    model,
    options: target && optionsOf(target),
  });
  changeThread(({ all }) => ({ all: [...all, question, answer], leafKey: answer.key }));
  $askedCount.set($askedCount.get() + 1);
  countEvent('chat', 'question');
  void sendQuestion({ requestId, question, leafBefore }, answer);
}

async function sendQuestion(submission: Submission, expected: Answer): Promise<void> {
  const thread = openThread();
  const target = askedTarget();
  if (!thread || !target) return;
  const { requestId, question } = submission;
  const { text, attachments } = question;
  const body = {
    request_id: requestId,
    target,
    text,
    ...askedFor(target, expected.options ?? undefined),
    ...(attachments.length === 0 ? {} : { attachment_ids: attachments.map(({ id }) => id) }),
    ...placeOf(thread, question),
  };
  const onRefused: OnRefused = (own, error) => {
    const keepsDraft = isSignedOut(error) || !own.shown;
    if (keepsDraft) saveDraft(draftKey(own.target, own.conversationId), text);
    if (isSignedOut(error)) return;
    if (own.shown) showUnsent(submission, expected.key, error);
    else notifyMessage('error', errorMessage(error));
  };
  await openAnswer(
    { answerKey: expected.key, questionKey: question.key },
    { question: body },
    onRefused,
  );
}

function isOtherTarget(error: unknown): boolean {
  return error instanceof CallError && error.code === 'other_target';
}

type AskedTarget = { gpt: string } | { model: string };

/**
 * The price that was shown, and how something is to be made. Paying more than the price on the screen would be a wrong
 * charge: the server refuses a higher price.
 */
function askedFor(
  target: AskedTarget,
  options: MediaOptions | undefined,
): { max_price?: number; options?: MediaOptions } {
  if ('gpt' in target) return { max_price: gptPrice };
  if (target.model === searchTarget.model) return { max_price: $aiSearch.get().price };
  const model = findChatModel(target.model);
  if (!model) return {};
  return { max_price: priceWith(model, options), ...(options && { options }) };
}

/** How a media model is to make it: as `before`, where that was of its kind, else as it is chosen now. */
function optionsOf(
  target: AskedTarget,
  before: MediaOptions | null = null,
): MediaOptions | undefined {
  const model = 'model' in target ? findChatModel(target.model) : undefined;
  if (!model) return undefined;
  return before?.kind === model.kind ? before : optionsFor(model);
}

function findChatModel(name: string) {
  return $models.get().models.find(({ id }) => id === name);
}

type PlaceOfQuestion = {
  conversation_id?: string;
  parent_id?: string | null;
  switch_target?: true;
};

/** The conversation that a question belongs to, and which message there it follows. */
function placeOf(thread: OpenThread, { parentKey }: Question): PlaceOfQuestion {
  const { conversationId, all, target: own } = thread;
  if (conversationId === undefined) return {};
  const target = chatTarget();
  const isSwitched = own !== undefined && target !== undefined && !isSameTarget(own, target);
  const place = {
    conversation_id: conversationId,
    ...(isSwitched && ({ switch_target: true } as const)),
  };
  if (parentKey === null) return { ...place, parent_id: null };
  // Only an answer can be followed by its id: else the server takes the end of the branch.
  if (findMessage(all, parentKey)?.role === 'user') return place;
  const parentId = storedId(thread, parentKey);
  return parentId === undefined ? place : { ...place, parent_id: parentId };
}

/** The id of a message by its key, which is the same while the message itself has still to be loaded. */
function storedId({ all, older }: OpenThread, key: string | null): string | undefined {
  const message = findMessage(all, key);
  if (message || key === null) return message?.id;
  return older === 'none' ? undefined : key;
}

/** A question that was onRefused or never arrived keeps its text on the screen. */
function showUnsent(
  { requestId, question, leafBefore }: Submission,
  answerKey: string,
  error: unknown,
) {
  const problem = errorMessage(error);
  changeMessage('user', question.key, { delivery: { state: 'unsent', requestId, problem } });
  withdraw(answerKey, leafBefore);
  // Loads the conversation's present target, to which the question can be sent again.
  if (isOtherTarget(error)) void refreshThread();
}

/** Takes an answer that will not come off the screen. */
function withdraw(answerKey: string, leafKey: string | null): void {
  changeThread(({ all }) => ({ all: all.filter(({ key }) => key !== answerKey), leafKey }));
}

function openThread(): OpenThread | undefined {
  const thread = $thread.get();
  return thread.state === 'open' ? thread : undefined;
}

function endOf({ messages }: OpenThread): string | null {
  return messages.findLast((message) => !isUnsent(message))?.key ?? null;
}

function askedTarget(): { gpt: string } | { model: string } | undefined {
  const target = chatTarget();
  if (!target) return undefined;
  return target.group === 'g' ? { gpt: target.gpt } : { model: target.model };
}
