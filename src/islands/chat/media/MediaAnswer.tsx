import { upstreamTitle } from '#domain/models/upstreamTitle.ts';
import { MediaFileView } from '#islands/chat/media/MediaFileView.tsx';
import { MediaProgressBox } from '#islands/chat/media/MediaProgressBox.tsx';
import { useText } from '#islands/shared/text.tsx';
import { findMessage } from '#stores/thread/branches.ts';
import { $runningAnswer, $thread, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';

/** The progress of a media job, or its files. */
export function MediaAnswer({ answer }: { answer: Answer }) {
  const { t } = useText();
  const prompt = usePrompt(answer);
  const running = useStore($runningAnswer);
  const isOne = answer.media.length === 1;
  const own = running?.key === answer.key ? running : undefined;
  return (
    <>
      {answer.text !== '' && <p className="mb-2 whitespace-pre-wrap">{answer.text}</p>}
      {own && <MediaProgressBox answer={answer} running={own} />}
      {answer.media.length > 0 && (
        <ul className="grid gap-3">
          {answer.media.map((file, index) => (
            <li key={file.id} className="min-w-0">
              <MediaFileView file={file} prompt={prompt} number={isOne ? undefined : index + 1} />
            </li>
          ))}
        </ul>
      )}
      {answer.state === 'finished' && answer.reason !== null && (
        <p className="mt-2 text-14 text-soft">{t(`chat.reason.${answer.reason}`)}</p>
      )}
      {answer.media.length > 0 && (
        <p className="mt-2 text-12 text-faint">
          {answer.madeBy === null
            ? t('chat.media.byMachine')
            : t('chat.media.byModel', { model: upstreamTitle(answer.madeBy) })}
        </p>
      )}
    </>
  );
}

/** Returns the text of the question. */
function usePrompt({ parentKey }: Answer): string {
  const thread = useStore($thread);
  if (thread.state !== 'open' || parentKey === null) return '';
  return findMessage(thread.all, parentKey)?.text ?? '';
}
