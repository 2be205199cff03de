import { SmallSpinner } from '#islands/chat/answerParts/AnswerState.tsx';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type LoadedThoughts, loadThoughts } from '#stores/answers/thoughts.ts';
import { ChevronRight } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';

type Props = {
  answerId: string | undefined;
  /** The thoughts so far while the answer is written; else an empty text. */
  running: string;
  /** Whether the answer itself has not begun. */
  isThinking: boolean;
};

/** The thoughts of the model, folded. Those of an ended answer are loaded when they are unfolded. */
export function Thoughts({ answerId, running, isThinking }: Props) {
  const { t } = useText();
  const [loaded, setLoaded] = useState<LoadedThoughts>();
  const load = async (): Promise<void> => {
    if (answerId === undefined) return;
    setLoaded(undefined);
    setLoaded(await loadThoughts(answerId));
  };
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void => {
    if (currentTarget.open && running === '' && !(loaded && 'text' in loaded)) void load();
  };
  const text = running === '' && loaded && 'text' in loaded ? loaded.text : running;
  return (
    <details className="group mb-3 text-14 text-soft" onToggle={onToggle}>
      <summary className="flex min-h-8 w-fit cursor-pointer items-center gap-2 rounded-small touch:min-h-11">
        {isThinking ? (
          <SmallSpinner />
        ) : (
          <ChevronRight aria-hidden="true" size={15} className="group-open:rotate-90" />
        )}
        <span>{t(isThinking ? 'chat.thoughts.running' : 'chat.thoughts.ended')}</span>
      </summary>
      {text !== '' && (
        <p
          dir="auto"
          translate="yes"
          className="relative max-h-[50dvh] overflow-y-auto border-l-2 border-line pl-3 whitespace-pre-wrap"
        >
          {text}
        </p>
      )}
      {text === '' && loaded && 'problem' in loaded && (
        <RetryNote problem={loaded.problem} onRetry={() => void load()} />
      )}
      {text === '' && !loaded && <p>{t('chat.loading')}</p>}
    </details>
  );
}
