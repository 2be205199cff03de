import { useText } from '#islands/shared/text.tsx';
import { $mediaNews, showSystemNotification } from '#stores/media/mediaReady.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * What the tab is called while nobody looks at it and something that was being made is ready or has failed; the system
 * says it too, where the user wants that. `undefined` else.
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
