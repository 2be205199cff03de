import { useText } from '#islands/shared/text.tsx';
import { $unseenMediaEnd, showSystemNotification } from '#stores/media/mediaNotifications.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * The tab's title while the user looks elsewhere and a media job has ended; the system notifies too, where the user
 * wants that. `undefined` else.
 */
export function useMediaNews(): string | undefined {
  const { t } = useText();
  const news = useStore($unseenMediaEnd);
  const text = news && t(news.key, news.values);
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
