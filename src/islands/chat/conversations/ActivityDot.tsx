import { useText } from '#islands/shared/text.tsx';
import { $activity } from '#stores/conversations/activity.ts';
import { useStore } from '@nanostores/react';

/** A dot in the row of a conversation while an answer is being written, and until a new one was seen. */
export function ActivityDot({ id }: { id: string }) {
  const { t } = useText();
  const state = useStore($activity)[id];
  if (state === undefined) return null;
  const look =
    state === 'running' ? 'animate-spin border-2 border-accent border-r-transparent' : 'bg-accent';
  return (
    <span className={`mr-1 size-2.5 shrink-0 rounded-full ${look}`}>
      <span className="sr-only">{t(`conversations.activity.${state}`)}</span>
    </span>
  );
}
