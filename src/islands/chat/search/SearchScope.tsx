import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { useStore } from '@nanostores/react';

/** Shows above the message box that this server searches its own site only and not the web. */
export function SearchScope() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  if (scope !== 'own') return null;
  return <p className="text-14 text-soft">{t('chat.search.own')}</p>;
}
