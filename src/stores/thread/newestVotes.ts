import type { ChatMessage } from '#contract/conversations/conversations.ts';
import type { Vote } from '#domain/chat/votes.ts';

/** The newest votes that this page knows, by the id of the answer, each with its place among the changes. */
const votes = new Map<string, { vote: Vote | null; place: number }>();
let changes = 0;

/** Keeps a vote for `watchVotes`. One that is on its way is newer than every response until it is kept again. */
export function keepVote(answerId: string, vote: Vote | null, isOnItsWay: boolean): void {
  changes += 1;
  votes.set(answerId, { vote, place: isOnItsWay ? Number.POSITIVE_INFINITY : changes });
}

/** Call this before messages are requested. The returned function replaces votes that have changed since. */
export function watchVotes(): (messages: readonly ChatMessage[]) => ChatMessage[] {
  const requested = changes;
  return (messages) =>
    messages.map((message) => {
      const { answer } = message;
      const newer = answer && votes.get(answer.id);
      if (!newer || newer.place <= requested) return message;
      return { ...message, answer: { ...answer, vote: newer.vote } };
    });
}
