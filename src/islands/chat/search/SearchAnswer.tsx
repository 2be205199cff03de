import { searchTarget } from '#domain/urls.ts';
import type { SearchAnswerText as SearchAnswerTextPart } from '#islands/chat/search/SearchAnswerText.tsx';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Answer } from '#stores/thread/thread.ts';
import { Suspense } from 'react';

export type SearchAnswerProps = {
  answer: Answer;
  /** Whether nothing follows it in the branch on the screen. */
  isLast: boolean;
};

const SearchAnswerText = fetchLater(
  async (): Promise<typeof SearchAnswerTextPart> =>
    (await import('#islands/chat/search/SearchAnswerText.tsx')).SearchAnswerText,
  PlainAnswer,
);

/** Whether an answer is one of AI search. */
export function isSearchAnswer({ model, search }: Answer): boolean {
  return search !== null || model === searchTarget.model;
}

/** An answer with its steps and sources; its code comes with the first one. */
export function SearchAnswer(props: SearchAnswerProps) {
  const { t } = useText();
  return (
    <Suspense fallback={<Spinner label={t('chat.loading')} />}>
      <SearchAnswerText {...props} />
    </Suspense>
  );
}

function PlainAnswer({ answer }: SearchAnswerProps) {
  return <p className="whitespace-pre-wrap">{answer.text}</p>;
}
