import { gptPath } from '#domain/gpts/gptPaths.ts';
import { highestRating } from '#domain/reviews/reviews.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Gpt } from '#stores/gpts/gpts.ts';
import {
  $ratingPrompt,
  closeRatingPrompt,
  offerRating,
  rate,
  withdrawRating,
} from '#stores/reviews/ratingPrompt.ts';
import { $isIdle, type ThreadMessage } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';

/** The user is asked after this many answered questions of a conversation. */
const questionsBefore = 3;

const choices = Array.from({ length: highestRating }, (_, index) => index + 1);

type Props = { gpt: Gpt; messages: readonly ThreadMessage[] };

/** Below the last answer of a GPT: asks once how the user rates it. */
export function RatingPrompt({ gpt, messages }: Props) {
  const { t, language } = useText();
  const prompt = useStore($ratingPrompt);
  const isIdle = useStore($isIdle);
  const answered = messages.filter((one) => one.role === 'assistant' && one.state === 'finished');
  const isDue = isIdle && answered.length >= questionsBefore;
  useEffect(() => {
    if (isDue) void offerRating(gpt.id);
  }, [isDue, gpt.id]);
  useEffect(() => () => withdrawRating(gpt.id), [gpt.id]);
  if (prompt.state === 'closed' || prompt.gptId !== gpt.id) return null;
  const rating = prompt.state === 'rated' ? prompt.rating : 0;
  return (
    <section
      aria-label={t('chat.rating.label')}
      className="mt-6 flex flex-wrap items-center gap-x-3 rounded-large border border-line bg-raised py-1.5 pr-1.5 pl-4"
    >
      <output className="min-w-[min(12rem,100%)] flex-1 text-14">
        {rating === 0 ? (
          <span>{t('chat.rating.question', { name: gpt.name })}</span>
        ) : (
          <>
            <span>{`${t('chat.rating.thanks')} `}</span>
            <a
              className="inline-flex items-center text-accent underline underline-offset-2 touch:min-h-11"
              href={`${gptPath(language, gpt.id)}#reviews`}
            >
              {t('chat.rating.review')}
            </a>
          </>
        )}
      </output>
      <span className="flex">
        {choices.map((stars) => (
          <button
            key={stars}
            type="button"
            className={`size-11 cursor-pointer rounded-small text-22 leading-none hover:text-accent [&:has(~button:hover)]:text-accent ${stars <= rating ? 'text-accent' : 'text-line-strong'}`}
            aria-label={t('chat.rating.stars', { count: stars })}
            aria-pressed={stars === rating}
            onClick={() => void rate(stars)}
          >
            <span aria-hidden="true">★</span>
          </button>
        ))}
      </span>
      <IconButton label={t('chat.rating.close')} icon={X} size={18} onClick={dismiss} />
    </section>
  );
}

/** The pressed button disappears, so the message box gets the focus. On a phone its keyboard would open. */
function dismiss(): void {
  closeRatingPrompt();
  if (matchMedia('(pointer: fine)').matches) document.getElementById('message')?.focus();
}
