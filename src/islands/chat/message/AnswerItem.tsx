import { searchTarget } from '#domain/urls.ts';
import { AnswerFoot } from '#islands/chat/message/AnswerFoot.tsx';
import { Markdown } from '#islands/chat/message/Markdown.tsx';
import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { MediaAnswer } from '#islands/chat/media/MediaAnswer.tsx';
import { SearchAnswer, isSearchAnswer } from '#islands/chat/search/SearchAnswer.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Versions as MessageVersions } from '#stores/thread/branches.ts';
import { $models } from '#stores/models/models.ts';
import { $runningAnswer, $runningText, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { memo } from 'react';

type Props = {
  answer: Answer;
  versions: MessageVersions | undefined;
  subject: Subject;
  /** Whether nothing follows it in the branch on the screen. */
  isLast: boolean;
};

/** An answer, while it is written and after. The text stays in its place when it ends. */
export const AnswerItem = memo(function AnswerItem({ answer, versions, subject, isLast }: Props) {
  const name = useName(answer, subject);
  const isRunning = answer.state === 'running';
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-14 font-semibold text-soft" dir="auto">
        {name}
      </h2>
      <Content answer={answer} isLast={isLast} />
      {!isRunning && (
        <AnswerFoot answer={answer} versions={versions} subject={subject} isLast={isLast} />
      )}
    </div>
  );
});

/** The text, the sources or the files. */
function Content({ answer, isLast }: Pick<Props, 'answer' | 'isLast'>) {
  if (isSearchAnswer(answer)) return <SearchAnswer answer={answer} isLast={isLast} />;
  return isMediaAnswer(answer) ? <MediaAnswer answer={answer} /> : <Body answer={answer} />;
}

/** Who answered: the GPT, or the model, which may be another one than is asked now. */
function useName(answer: Answer, subject: Subject): string {
  const { t } = useText();
  const { models } = useStore($models);
  if (answer.model === searchTarget.model) return t('chat.sidebar.search');
  if (answer.state === 'imported') return t('chat.answerOf');
  const isGpt = subject.state === 'gpt' || (subject.state === 'loading' && subject.name);
  const model = models.find(({ id }) => id === answer.model)?.title ?? answer.model;
  const name = 'name' in subject ? subject.name : undefined;
  return (isGpt ? name : model || name) ?? t('chat.answerOf');
}

/**
 * The content of an answer, and its state. One component before and after its end, as the text stays in the page only
 * that way: drawing a long one anew would take the time of many frames.
 */
function Body({ answer }: { answer: Answer }) {
  const { t } = useText();
  const isRunning = answer.state === 'running';
  const running = useStore(isRunning ? $runningAnswer : $nothing);
  const runningText = useStore(isRunning ? $runningText : $nothing);
  const own = running?.key === answer.key ? running : undefined;
  const text = (own && runningText) ?? answer.text;
  return (
    <>
      {text !== '' && <Markdown text={text} />}
      {text === '' && own && (
        <p className="flex items-center gap-2 text-soft">
          <span
            aria-hidden="true"
            className="size-3 animate-spin rounded-full border-2 border-line border-t-accent"
          />
          {t(own.phase === 'asking' ? 'chat.state.asking' : 'chat.state.waiting')}
        </p>
      )}
      {own?.connected === false && (
        <output className="mt-2 block text-14 text-warning">{t('chat.state.reconnecting')}</output>
      )}
    </>
  );
}

/** An answer that has ended listens to no other. */
const $nothing = atom(undefined);
