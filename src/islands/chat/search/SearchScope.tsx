import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { useStore } from '@nanostores/react';

/** Says above the message box that the web is not searched, where that is so. */
export function SearchScope() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  if (scope !== 'own') return null;
  return <p className="text-14 text-soft">{t('chat.search.own')}</p>;
}
