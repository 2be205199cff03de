import { siteAnswersPerDay } from '#domain/search/aiSearch.ts';
import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { useStore } from '@nanostores/react';

/** Shows above the message box that questions to this site are free, and when a model writes the answers. */
export function SearchScope() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  if (scope !== 'own') return null;
  return (
    <p className="text-14 text-soft">{t('chat.search.site.free', { count: siteAnswersPerDay })}</p>
  );
}
