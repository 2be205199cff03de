import { useText } from '#islands/shared/text.tsx';
import { $activity } from '#stores/conversations/activity.ts';
import { useStore } from '@nanostores/react';

/** A dot in the row of a conversation while an answer is being written, and until a new one was seen. */
export function ActivityDot({ id }: { id: string }) {
  const { t } = useText();
  const state = useStore($activity)[id];
  if (state === undefined) return null;
  // High-contrast modes drop backgrounds, not borders.
  const look =
    state === 'unread'
      ? 'border-accent bg-accent'
      : 'border-line-strong border-t-accent motion-safe:animate-spin';
  return (
    <span className="mr-1 ml-auto flex shrink-0 items-center">
      <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${look}`} />
      <span className="sr-only">{t(`conversations.activity.${state}`)}</span>
    </span>
  );
}
