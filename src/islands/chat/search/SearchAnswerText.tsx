import { CitationContext } from '#islands/answer/citations.ts';
import { Reconnecting } from '#islands/chat/answerParts/AnswerState.tsx';
import { Markdown } from '#islands/chat/answerParts/Markdown.tsx';
import { useLiveAnswer } from '#islands/chat/answerParts/useLiveAnswer.ts';
import { FollowUps } from '#islands/chat/search/FollowUps.tsx';
import { citedText } from '#islands/chat/search/citedText.tsx';
import type { SearchAnswerProps } from '#islands/chat/search/SearchAnswer.tsx';
import { SearchSteps } from '#islands/chat/search/SearchSteps.tsx';
import { SourceList } from '#islands/chat/search/SourceList.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useMemo } from 'react';

/** The steps of a search, the answer with numbers of sources, the sources, and suggested next questions. */
export function SearchAnswerText({ answer, isLast }: SearchAnswerProps) {
  const { t } = useText();
  const { running, text, search, step } = useLiveAnswer(answer);
  const sources = search?.sources ?? none;
  const cite = useMemo(() => (part: string) => citedText(part, sources), [sources]);
  return (
    <>
      <SearchSteps search={search} isRunning={running !== undefined} />
      {text !== '' && (
        <CitationContext value={cite}>
          <Markdown text={text} />
        </CitationContext>
      )}
      {text === '' && running && (running.phase === 'asking' || step === 'writing') && (
        <p className="text-soft">
          {t(running.phase === 'asking' ? 'chat.state.asking' : 'chat.search.writing')}
        </p>
      )}
      <Reconnecting running={running} />
      {!running && text !== '' && sources.length > 0 && (
        <SourceList sources={sources} scope={search?.scope} />
      )}
      {!running && isLast && <FollowUps answer={answer} questions={search?.follow_ups ?? []} />}
    </>
  );
}

/** One value, so that `useMemo` keeps its result. */
const none: readonly never[] = [];
