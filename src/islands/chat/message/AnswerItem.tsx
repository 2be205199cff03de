import { searchTarget } from '#domain/chat/chatPaths.ts';
import { AnswerFoot } from '#islands/chat/message/AnswerFoot.tsx';
import { Markdown } from '#islands/chat/answerParts/Markdown.tsx';
import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { Reconnecting, SmallSpinner } from '#islands/chat/answerParts/AnswerState.tsx';
import { useLiveAnswer } from '#islands/chat/answerParts/useLiveAnswer.ts';
import { SearchAnswer, isSearchAnswer } from '#islands/chat/search/SearchAnswer.tsx';
import { withSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Versions } from '#stores/thread/branches.ts';
import { $models, titleOfModel } from '#stores/models/models.ts';
import type { Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { memo } from 'react';

const MediaAnswer = lazyPart(
  async () => (await import('#islands/chat/media/MediaAnswer.tsx')).MediaAnswer,
  withSpinner,
);

const Thoughts = lazyPart(
  async () => (await import('#islands/chat/answerParts/Thoughts.tsx')).Thoughts,
);

type Props = {
  answer: Answer;
  versions: Versions | undefined;
  subject: Subject;
  /** Whether it is the last message of the shown branch. */
  isLast: boolean;
};

/** An answer, running or ended. The text stays in the same element when the answer ends. */
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

/** Returns the name above an answer: the GPT, or the model that answered, which may not be the current one. */
function useName(answer: Answer, subject: Subject): string {
  const { t } = useText();
  const { models } = useStore($models);
  if (answer.model === searchTarget.model) return t('chat.sidebar.search');
  if (answer.state === 'imported') return t('chat.answerOf');
  if (subject.state === 'gpt') return subject.name;
  const model = titleOfModel(models, answer.model);
  return model || (subject.name ?? t('chat.answerOf'));
}

/**
 * The text of an answer, and its state. The same component shows it while it runs and after: React would render a long
 * text again for another one, which takes many frames.
 */
function Body({ answer }: { answer: Answer }) {
  const { t } = useText();
  const { running, text, thoughts } = useLiveAnswer(answer);
  const isThinking = text === '' && running !== undefined;
  return (
    <>
      {(thoughts !== '' || answer.hasThoughts) && (
        <Thoughts answerId={answer.answerId} running={thoughts} isThinking={isThinking} />
      )}
      {text !== '' && <Markdown text={text} isGrowing={running !== undefined} />}
      {isThinking && thoughts === '' && (
        <p className="flex items-center gap-2 text-soft">
          <SmallSpinner />
          <span>{t(running.phase === 'asking' ? 'chat.state.asking' : 'chat.state.waiting')}</span>
        </p>
      )}
      <Reconnecting running={running} />
    </>
  );
}
