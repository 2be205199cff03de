import { CitationContext } from '#islands/answer/citations.ts';
import { Reconnecting } from '#islands/chat/answerParts/AnswerState.tsx';
import { Markdown } from '#islands/chat/answerParts/Markdown.tsx';
import { useLiveAnswer } from '#islands/chat/answerParts/useLiveAnswer.ts';
import type { SearchAnswerProps } from '#islands/chat/search/SearchAnswer.tsx';
import { SearchSteps } from '#islands/chat/search/SearchSteps.tsx';
import { SourceList } from '#islands/chat/search/SourceList.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useMemo, useId, Fragment, type ReactNode } from 'react';
import { askAfter } from '#stores/chat/chat.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { CornerDownRight } from 'lucide-react';
import { unsupportedMark } from '#domain/search/aiSearch.ts';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import { Citation } from '#islands/chat/search/Citation.tsx';

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
          <Markdown text={text} isGrowing={running !== undefined} />
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

/** Suggested next questions. Pressing one sends it, for the price shown in the message box. */
function FollowUps({ answer, questions }: { answer: Answer; questions: readonly string[] }) {
  const { t } = useText();
  const id = useId();
  const isIdle = useStore($isIdle);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4">
      <h3 id={id} className="text-14 font-semibold">
        {t('chat.search.followUps')}
      </h3>
      <ul className="mt-2 grid justify-items-start gap-1.5">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-large border border-line bg-raised px-3 py-1.5 text-left text-14 hover:border-line-strong disabled:cursor-default disabled:opacity-60 touch:min-h-11"
              disabled={!isIdle}
              onClick={() => askAfter(answer.key, question)}
            >
              <CornerDownRight aria-hidden="true" size={15} className="shrink-0 text-faint" />
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a text in which `[1]` is replaced by the citation of source 1. Other brackets stay. */
function citedText(text: string, sources: readonly SearchSource[]): ReactNode {
  const parts = text.split(/( ?\[(?:\d{1,3}|\?)\])/);
  if (parts.length === 1) return text;
  // oxlint-disable-next-line react/no-array-index-key -- texts only grow at the end, so the index is stable
  return parts.map((part, index) => <Fragment key={index}>{partOf(part)}</Fragment>);

  function partOf(part: string): ReactNode {
    if (part.trim() === unsupportedMark) {
      return (
        <>
          <span> </span>
          <Unsupported />
        </>
      );
    }
    const [, number] = /^ ?\[(\d+)\]$/.exec(part) ?? [];
    if (number === undefined) return <span>{part}</span>;
    const source = sources.find((one) => one.number === Number(number));
    return source ? <Citation source={source} /> : <span>{part}</span>;
  }
}

/** Marks a sentence with numbers or dates that its sources do not contain. */
function Unsupported() {
  const { t } = useText();
  return <strong className="citation-unsupported">{t('chat.search.unsupported')}</strong>;
}
