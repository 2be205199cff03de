import type { Attachment } from '#contract/attachments.ts';
import { CallError, call } from '#contract/call.ts';
import { stopAnswer } from '#contract/chat.ts';
import { getConversation } from '#contract/conversations.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { type Reading, readInto } from '#stores/answerReader.ts';
import { readyAttachments } from '#stores/attachments.ts';
import { $draft, draftKey, emptyDraft, saveDraft } from '#stores/drafts.ts';
import { errorMessage, isSignedOut } from '#stores/message.ts';
import { goToLogin } from '#stores/navigation.ts';
import { newId } from '#stores/newId.ts';
import { isSameTarget } from '#stores/route.ts';
import {
  $runningAnswer,
  $thread,
  type Answer,
  type Thread,
  changeMessage,
  changeThread,
  newThread,
  newTurn,
  toThreadMessage,
} from '#stores/thread.ts';
import { notifyMessage } from '#stores/toasts.ts';

/** What the open conversation is with. */
let target: ChatTarget | undefined;
let reading: Reading | undefined;

/** Opens a conversation, or an empty one; coming back to the open one changes nothing. */
export async function openThread(
  chatTarget: ChatTarget,
  conversationId: string | undefined,
): Promise<void> {
  const before = $thread.get();
  const sameTarget = target !== undefined && isSameTarget(target, chatTarget);
  target = chatTarget;
  if (conversationId !== undefined && conversationId === before.conversationId) return;
  if (sameTarget && conversationId === undefined && isUnnamed(before)) return;
  leaveThread();
  if (conversationId === undefined) $thread.set(newThread);
  else await loadThread(conversationId);
}

/** Loads the open conversation again after a failure. */
export async function reloadThread(): Promise<void> {
  const { conversationId } = $thread.get();
  if (conversationId !== undefined) await loadThread(conversationId);
}

/** Sends what stands in the message box and empties it. */
export function askDraft(): void {
  if (ask($draft.get().text, readyAttachments())) emptyDraft();
}

/** Sends a question. Nothing happens while an answer runs here or without text. Answers whether it is on its way. */
export function ask(text: string, attachments: readonly Attachment[] = []): boolean {
  const thread = $thread.get();
  const question = text.trim();
  if (!target || thread.state !== 'open' || $runningAnswer.get() || question === '') return false;
  const requestId = newId();
  const model = target.group === 'g' ? '' : target.model;
  changeThread(({ messages }) => ({
    messages: [...messages, ...newTurn(requestId, question, model, attachments)],
  }));
  void send(requestId, question, attachments);
  return true;
}

/** Sends a lost question again, with the same request id: should it have arrived, it joins its answer. */
export function askAgain(key: string): void {
  const thread = $thread.get();
  if (thread.state !== 'open' || $runningAnswer.get()) return;
  const lost = thread.messages.find((message) => message.role === 'user' && message.key === key);
  if (lost?.role !== 'user' || lost.delivery.state !== 'lost') return;
  const { requestId } = lost.delivery;
  const [question, answer] = newTurn(requestId, lost.text, '', lost.attachments);
  const others = thread.messages.filter((message) => message !== lost);
  changeThread(() => ({ messages: [...others, question, answer] }));
  void send(requestId, lost.text, lost.attachments);
}

/** Takes a lost question off the screen. */
export function forgetLost(key: string): void {
  changeThread(({ messages }) => ({ messages: messages.filter((message) => message.key !== key) }));
}

/** Asks the question of an answer that did not succeed once more, as a new question. */
export function retry(answer: Answer): boolean {
  const thread = $thread.get();
  if (thread.state !== 'open') return false;
  const place = thread.messages.indexOf(answer);
  const question = thread.messages.slice(0, place).findLast((message) => message.role === 'user');
  return question !== undefined && ask(question.text);
}

/** Stops the running answer. What it has written so far stays. */
export async function stop(): Promise<void> {
  const running = $runningAnswer.get();
  const id = reading?.answerId;
  if (!running || id === undefined || running.phase === 'stopping') return;
  $runningAnswer.set({ ...running, phase: 'stopping' });
  try {
    await call(stopAnswer, { params: { id } });
  } catch (error) {
    notifyMessage('error', errorMessage(error));
    const now = $runningAnswer.get();
    if (now?.phase === 'stopping') $runningAnswer.set({ ...now, phase: 'writing' });
  }
}

async function send(
  requestId: string,
  text: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const { conversationId } = $thread.get();
  if (!target) return;
  const question = {
    request_id: requestId,
    target: target.group === 'g' ? { gpt: target.gpt } : { model: target.model },
    text,
    ...(attachments.length === 0 ? {} : { attachment_ids: attachments.map(({ id }) => id) }),
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
  };
  await read(requestId, { question }, target, text);
}

async function read(
  key: string,
  source: Parameters<typeof readInto>[1],
  chatTarget: ChatTarget,
  text: string,
): Promise<void> {
  const own = readInto(key, source, chatTarget);
  reading = own;
  try {
    await own.done;
  } catch (error) {
    handleFailure(own, error, text);
  } finally {
    if (reading === own) reading = undefined;
  }
}

/** A question that was refused or never arrived keeps its text, on the screen or as a draft. */
function handleFailure(own: Reading, error: unknown, text: string): void {
  if (own.shown) $runningAnswer.set(undefined);
  if (isSignedOut(error)) {
    if (own.answerId === undefined) saveDraft(draftKey(own.target, own.conversationId), text);
    return goToLogin();
  }
  if (own.answerId !== undefined) return handleUnreadable(own, error);
  if (!own.shown) {
    saveDraft(draftKey(own.target, own.conversationId), text);
    return notifyMessage('error', errorMessage(error));
  }
  const problem = errorMessage(error);
  changeThread(({ messages }) => ({
    messages: messages.filter(({ role, key }) => role !== 'assistant' || key !== own.key),
  }));
  changeMessage('user', own.key, { delivery: { state: 'lost', requestId: own.key, problem } });
}

/** The answer goes on at the server; this page could not follow it any longer. */
function handleUnreadable(own: Reading, error: unknown): void {
  if (!own.shown || own.conversationId === undefined) return;
  const problem = errorMessage(error instanceof CallError ? error : undefined);
  $thread.set({ state: 'failed', conversationId: own.conversationId, problem });
}

function leaveThread(): void {
  reading?.leave();
  reading = undefined;
  $runningAnswer.set(undefined);
}

async function loadThread(conversationId: string): Promise<void> {
  $thread.set({ state: 'loading', conversationId });
  const isCurrent = (): boolean => $thread.get().conversationId === conversationId;
  try {
    const stored = await call(getConversation, { params: { id: conversationId } });
    if (!isCurrent()) return;
    const messages = stored.messages.map(toThreadMessage);
    $thread.set({ ...newThread, conversationId, title: stored.title, messages });
    followRunning(messages.at(-1));
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const gone =
      error instanceof CallError && ['unknown_conversation', 'not_found'].includes(error.code);
    if (!isCurrent()) return;
    if (gone) $thread.set({ state: 'missing', conversationId });
    else $thread.set({ state: 'failed', conversationId, problem: errorMessage(error) });
  }
}

function followRunning(last: ReturnType<typeof toThreadMessage> | undefined): void {
  if (last?.role !== 'assistant' || last.state !== 'running' || !last.answerId || !target) return;
  void read(last.key, { answerId: last.answerId }, target, '');
}

/** Whether a thread is a new conversation that the server has not named yet. */
function isUnnamed(thread: Thread): boolean {
  return thread.state === 'open' && thread.conversationId === undefined;
}
