import { useText } from '#islands/shared/text.tsx';
import { $unseenMediaEnd, showSystemNotification } from '#stores/media/mediaNotifications.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * Returns a title for the page when a media job has ended while the page was hidden, until the page is visible again;
 * otherwise `undefined`. Users who want it get a system notification too.
 */
export function useUnseenMediaEnd(): string | undefined {
  const { t } = useText();
  const mediaEnd = useStore($unseenMediaEnd);
  const text = mediaEnd && t(mediaEnd.key, mediaEnd.values);
  useEffect(() => {
    if (text === undefined) return undefined;
    showSystemNotification(text);
    const forget = (): void => {
      if (document.visibilityState === 'visible') $unseenMediaEnd.set(undefined);
    };
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, [text]);
  return text === undefined ? undefined : `● ${text}`;
}
