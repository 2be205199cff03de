import { CitationContext } from '#islands/answer/citations.ts';
import { Markdown } from '#islands/chat/message/Markdown.tsx';
import { FollowUps } from '#islands/chat/search/FollowUps.tsx';
import { citedText } from '#islands/chat/search/citedText.tsx';
import type { SearchAnswerProps } from '#islands/chat/search/SearchAnswer.tsx';
import { SearchSteps } from '#islands/chat/search/SearchSteps.tsx';
import { SourceList } from '#islands/chat/search/SourceList.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $runningSearch } from '#stores/chat/runningSearch.ts';
import { $runningAnswer, $runningText } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useMemo } from 'react';

/** The steps of a search, its answer with numbered sources, the sources, and suggested next questions. */
export function SearchAnswerText({ answer, isLast }: SearchAnswerProps) {
  const { t } = useText();
  const isRunning = answer.state === 'running';
  const running = useStore(isRunning ? $runningAnswer : $nothing);
  const runningText = useStore(isRunning ? $runningText : $nothing);
  const runningSearch = useStore(isRunning ? $runningSearch : $nothing);
  const own = running?.key === answer.key ? running : undefined;
  const text = (own && runningText) ?? answer.text;
  const search = (own && runningSearch) ?? answer.search ?? undefined;
  const sources = search?.sources ?? none;
  const cite = useMemo(() => (part: string) => citedText(part, sources), [sources]);
  return (
    <>
      <SearchSteps search={search} isRunning={own !== undefined} />
      {text !== '' && (
        <CitationContext value={cite}>
          <Markdown text={text} />
        </CitationContext>
      )}
      {text === '' && own && (own.phase === 'asking' || runningSearch?.step === 'writing') && (
        <p className="text-soft">
          {t(own.phase === 'asking' ? 'chat.state.asking' : 'chat.search.writing')}
        </p>
      )}
      {own?.connected === false && (
        <output className="mt-2 block text-14 text-warning">{t('chat.state.reconnecting')}</output>
      )}
      {!own && text !== '' && sources.length > 0 && (
        <SourceList sources={sources} scope={search?.scope} />
      )}
      {!own && isLast && <FollowUps answer={answer} questions={search?.follow_ups ?? []} />}
    </>
  );
}

const none: readonly never[] = [];

/** An answer that has ended listens to no other. */
const $nothing = atom(undefined);
