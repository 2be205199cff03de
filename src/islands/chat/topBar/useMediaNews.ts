import { useText } from '#islands/shared/text.tsx';
import { $mediaNews, showSystemNotification } from '#stores/media/mediaReady.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * The tab's title while the user looks elsewhere and a media job has ended; the system notifies too, where the user
 * wants that. `undefined` else.
 */
export function useMediaNews(): string | undefined {
  const { t } = useText();
  const news = useStore($mediaNews);
  const text = news && t(news.key, news.values);
  useEffect(() => {
    if (text === undefined) return undefined;
    showSystemNotification(text);
    const forget = (): void => {
      if (document.visibilityState === 'visible') $mediaNews.set(undefined);
    };
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, [text]);
  return text === undefined ? undefined : `● ${text}`;
}
