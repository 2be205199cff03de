import { momentsOf } from '#i18n/moments.ts';
import { clockTime } from '#islands/shared/clockTime.ts';
import { mediaBox, ratioOf } from '#islands/chat/media/mediaBox.ts';
import { mediaIcons } from '#islands/chat/media/mediaIcons.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useNow } from '#islands/shared/useNow.ts';
import { stop } from '#stores/chat/chat.ts';
import {
  $mediaProgress,
  type MediaProgress,
  elapsedSeconds,
  percentOf,
} from '#stores/media/mediaProgress.ts';
import type { Answer, RunningAnswer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useId } from 'react';

type Props = { answer: Answer; running: RunningAnswer };

/** The progress of a running media job, with a button that cancels it. */
export function MediaProgressBox({ answer, running }: Props) {
  const { t, language } = useText();
  const progress = useStore($mediaProgress);
  const id = useId();
  const { options } = answer;
  const ratio = options ? ratioOf(options) : undefined;
  const Icon = mediaIcons[options?.kind ?? 'music'];
  const isStoppable = running.phase === 'waiting' || running.phase === 'writing';
  const deadline = progress && momentsOf(language).time(new Date(progress.deadline));
  return (
    <div
      className="flex w-full max-w-140 flex-col gap-2 rounded-large border border-line bg-sunken px-4 py-3 text-14"
      style={ratio === undefined ? {} : mediaBox(ratio)}
    >
      {ratio !== undefined && (
        <span className="[container-type:size] flex min-h-0 flex-1 items-center justify-center overflow-hidden text-faint">
          {/* Hidden in a wide box on a phone, which would show only a part of it. */}
          <Icon
            aria-hidden="true"
            size={40}
            strokeWidth={1.25}
            className="hidden [@container(min-height:2.5rem)]:block"
          />
        </span>
      )}
      <p id={id} className="font-medium">
        {stateText()}
      </p>
      <Bar progress={progress} labelId={id} />
      {deadline !== undefined && (
        <p className="text-12 text-soft">{t('chat.media.deadline', { time: deadline })}</p>
      )}
      {!running.connected && (
        <output className="text-warning">{t('chat.media.reconnecting')}</output>
      )}
      <Button
        look="quiet"
        className="w-max max-w-full text-14"
        disabled={!isStoppable}
        onClick={cancel}
      >
        <X aria-hidden="true" size={15} />
        <span>
          {t(running.phase === 'stopping' ? 'chat.media.cancelling' : 'chat.media.cancel')}
        </span>
      </Button>
    </div>
  );

  function stateText(): string {
    if (!progress) return t(running.phase === 'asking' ? 'chat.state.asking' : 'chat.media.making');
    if (progress.state !== 'queued') return t('chat.media.making');
    return progress.ahead === 0
      ? t('chat.media.next')
      : t('chat.media.ahead', { count: progress.ahead });
  }
}

function cancel(): void {
  void stop();
  // The button is removed when the job ends. The focus must not be lost with it.
  document.getElementById('message')?.focus();
}

type BarProps = { progress: MediaProgress | undefined; labelId: string };

/** A bar that shows how much of the usual time has passed. In the queue it shows no value. */
function Bar({ progress, labelId }: BarProps) {
  const { t } = useText();
  const now = useNow();
  if (!progress || progress.state === 'queued') {
    return (
      <progress className="media-progress motion-safe:animate-pulse" aria-labelledby={labelId} />
    );
  }
  const elapsed = elapsedSeconds(progress, now) ?? 0;
  const usual = progress.expected_seconds;
  const values = { elapsed: clockTime(elapsed), expected: clockTime(usual) };
  return (
    <>
      <progress
        className="media-progress"
        max={100}
        value={percentOf(progress, now)}
        aria-labelledby={labelId}
      />
      <p className="text-soft tabular-nums">
        {t(elapsed > usual ? 'chat.media.longer' : 'chat.media.elapsed', values)}
      </p>
    </>
  );
}
