import { siteAnswersPerDay } from '#domain/search/aiSearch.ts';
import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';

/** Shows before the first question that questions to this site are free, and when a model writes the answers. */
export function SearchScope() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  const thread = useStore($thread);
  const isEmpty = thread.state === 'open' && thread.messages.length === 0;
  if (scope !== 'own' || !isEmpty) return null;
  return (
    <p className="text-14 text-soft">{t('chat.search.site.free', { count: siteAnswersPerDay })}</p>
  );
}
