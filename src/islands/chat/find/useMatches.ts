import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { shownText } from '#markdown/shownText.ts';
import { type Match, matchesIn, readAhead } from '#stores/chat/matches.ts';
import type { ThreadMessage } from '#stores/thread/thread.ts';
import { useEffect, useMemo } from 'react';

/** Returns all places that have the query. The messages are read ahead, while the page is idle. */
export function useMatches(messages: readonly ThreadMessage[], query: string): readonly Match[] {
  const { t } = useText();
  const readShown = useMemo(
    () =>
      (message: ThreadMessage): string => {
        if (message.role === 'user') return message.text;
        return shownText(message.text, {
          image: (name) => (name === '' ? t('chat.imageUnnamed') : t('chat.image', { name })),
          ownHost: location.host,
          isCited: message.search !== null,
        });
      },
    [t],
  );
  useEffect(() => {
    const readNext = (): void => {
      if (!readAhead(messages, readShown)) cancel = whenIdle(readNext);
    };
    let cancel = whenIdle(readNext);
    return () => cancel();
  }, [messages, readShown]);
  return useMemo(() => matchesIn(messages, query, readShown), [messages, query, readShown]);
}
