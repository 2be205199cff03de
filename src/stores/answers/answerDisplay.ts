import { CallError } from '#contract/call.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import type { AnswerSource } from '#stores/answers/answerStream.ts';
import { $isTemporary } from '#stores/conversations/temporary.ts';
import { $mediaProgress } from '#stores/media/mediaProgress.ts';
import { fetchCode } from '#stores/browser/newVersion.ts';
import { $runningSearch } from '#stores/answers/runningSearch.ts';
import { $runningAnswer, $runningText, $runningThoughts, $thread } from '#stores/thread/thread.ts';

/** The messages that an answer changes, and the model or GPT of the conversation. */
export type AnswerKeys = {
  answerKey: string;
  /** The question that was sent with it; `undefined` for one that was sent before. */
  questionKey: string | undefined;
  target: ChatTarget;
};

/** An answer that this page follows. */
export type AnswerSession = AnswerKeys & {
  /** Known once the server accepted the question. */
  answerId: string | undefined;
  conversationId: string | undefined;
  /** Whether its conversation is in no list and has no address. */
  isTemporary: boolean;
  /** Whether its conversation is still on the screen. */
  shown: boolean;
  /** Resolves when the answer has ended or `end` was called; rejects with `CallError`. */
  done: Promise<void>;
  /** Stops showing the answer, because another conversation is opened. Its end still changes the balance. */
  leave: () => void;
  /** Stops following the answer, because another session follows it. */
  end: () => void;
};

/** Follows an answer and shows it in the open thread. */
export function displayAnswer(keys: AnswerKeys, source: AnswerSource): AnswerSession {
  const abort = new AbortController();
  const session: AnswerSession = {
    ...keys,
    answerId: 'answerId' in source ? source.answerId : undefined,
    conversationId: $thread.get().conversationId,
    isTemporary: $isTemporary.get(),
    shown: true,
    done: Promise.resolve(),
    leave: () => {
      session.shown = false;
    },
    end: () => abort.abort(),
  };
  const phase = session.answerId === undefined ? 'asking' : 'waiting';
  $runningText.set('');
  $runningThoughts.set('');
  $runningSearch.set(undefined);
  $mediaProgress.set(undefined);
  $runningAnswer.set({ key: keys.answerKey, phase, connected: true, ahead: undefined });
  session.done = showEvents(session, source, abort);
  return session;
}

const fetchEvents = () => fetchCode(() => import('#stores/answers/answerEvents.ts'));

let events: Awaited<ReturnType<typeof fetchEvents>> | undefined;

/** Fetches the code of events ahead. Errors are ignored: the first answer tries again. */
export function preloadEvents(): void {
  loadEvents().catch(() => undefined);
}

async function loadEvents() {
  events ??= await fetchEvents();
  return events;
}

/** A question is not sent before the code is there, so it can be sent again if the code cannot be fetched. */
async function showEvents(
  session: AnswerSession,
  source: AnswerSource,
  abort: AbortController,
): Promise<void> {
  const { displayEvents } =
    events ??
    (await loadEvents().catch(() => {
      throw new CallError('offline', 'The code of answers could not be fetched');
    }));
  return displayEvents(session, source, abort);
}
