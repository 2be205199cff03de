import { useText } from '#islands/shared/text.tsx';
import type { RunningAnswer } from '#stores/thread/thread.ts';

/** A spinner as high as a line of text. */
export function SmallSpinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3 animate-spin rounded-full border-2 border-line border-t-accent"
    />
  );
}

/** Shows that the connection to a running answer was lost and is being opened again. */
export function Reconnecting({ running }: { running: RunningAnswer | undefined }) {
  const { t } = useText();
  if (running?.connected !== false) return null;
  return (
    <output className="mt-2 block text-14 text-warning">{t('chat.state.reconnecting')}</output>
  );
}
