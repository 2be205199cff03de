import { searchTarget } from '#domain/chat/chatPaths.ts';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import type { Answer } from '#stores/thread/thread.ts';

export type SearchAnswerProps = {
  answer: Answer;
  /** Whether it is the last message of the shown branch. */
  isLast: boolean;
};

/** An answer of AI search with its steps and sources. */
export const SearchAnswer = lazyPart<SearchAnswerProps>(
  async () => (await import('#islands/chat/search/SearchAnswerText.tsx')).SearchAnswerText,
  { waiting: ChatSpinner, failed: PlainAnswer },
);

/** Whether an answer is one of AI search. */
export function isSearchAnswer({ model, search }: Answer): boolean {
  return search !== null || model === searchTarget.model;
}

function PlainAnswer({ answer }: SearchAnswerProps) {
  return <p className="whitespace-pre-wrap">{answer.text}</p>;
}
