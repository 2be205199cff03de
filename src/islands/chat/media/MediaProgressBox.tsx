import { languageTags } from '#domain/languages.ts';
import { clockTime } from '#islands/chat/media/clockTime.ts';
import { useText } from '#islands/shared/text.tsx';
import { stop } from '#stores/chat.ts';
import {
  $mediaProgress,
  type MediaProgress,
  elapsedSeconds,
  percentOf,
} from '#stores/mediaProgress.ts';
import type { Answer, RunningAnswer } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

type Props = { answer: Answer; running: RunningAnswer };

/** About as high as what it becomes, so that little moves when it is there. */
const shapes: Readonly<Record<string, string>> = {
  music: 'min-h-28',
  picture: 'aspect-square max-w-96',
  video: 'aspect-video max-w-140',
};

/** How far something is that is being made, and the way to cancel it. */
export function MediaProgressBox({ answer, running }: Props) {
  const { t, language } = useText();
  const progress = useStore($mediaProgress);
  const now = useNow();
  const id = useId();
  const shape = shapes[answer.options?.kind ?? 'music'] ?? '';
  const isStoppable = running.phase === 'waiting' || running.phase === 'writing';
  const deadline = progress && clockOf(progress.deadline, languageTags[language]);
  return (
    <div
      className={`flex w-full flex-col justify-center gap-2 rounded-large border border-line bg-sunken px-4 py-3 text-14 ${shape}`}
    >
      <p id={id} className="font-medium">
        {stateText()}
      </p>
      {progress && progress.state !== 'queued' ? (
        <>
          <progress
            className="media-progress"
            max={100}
            value={percentOf(progress, now)}
            aria-labelledby={id}
          />
          <p className="text-soft tabular-nums">{timeText(progress)}</p>
        </>
      ) : (
        <progress className="media-progress" aria-labelledby={id} />
      )}
      {deadline !== undefined && (
        <p className="text-12 text-soft">{t('chat.media.deadline', { time: deadline })}</p>
      )}
      {!running.connected && (
        <output className="text-warning">{t('chat.media.reconnecting')}</output>
      )}
      <button
        type="button"
        className="button button-quiet w-max max-w-full text-14"
        disabled={!isStoppable}
        onClick={() => void stop()}
      >
        <X aria-hidden="true" size={15} />
        {t(running.phase === 'stopping' ? 'chat.media.cancelling' : 'chat.media.cancel')}
      </button>
    </div>
  );

  function stateText(): string {
    if (!progress) return t(running.phase === 'asking' ? 'chat.state.asking' : 'chat.media.making');
    if (progress.state !== 'queued') return t('chat.media.making');
    return progress.ahead === 0
      ? t('chat.media.next')
      : t('chat.media.ahead', { count: progress.ahead });
  }

  function timeText(of: MediaProgress): string {
    const elapsed = elapsedSeconds(of, now) ?? 0;
    const values = { elapsed: clockTime(elapsed), expected: clockTime(of.expected_seconds) };
    return t(elapsed > of.expected_seconds ? 'chat.media.longer' : 'chat.media.elapsed', values);
  }
}

function clockOf(moment: string, tag: string): string {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(tag, clock).format(new Date(moment));
}

/** The time, again every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
