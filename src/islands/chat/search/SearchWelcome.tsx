import { starterNames } from '#domain/chat.ts';
import { Starters } from '#islands/chat/Starters.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { useStore } from '@nanostores/react';

/** An empty search. The message box shows the price and the searched sites. */
export function SearchWelcome() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.search.title')}
      </h1>
      <p className="mt-2 text-soft">{t('chat.search.explanation')}</p>
      {/* Before the scope is known, nobody knows which questions can be answered. */}
      {scope && (
        <Starters
          isShort
          starters={starterNames.map((starter) => t(`chat.search.starters.${scope}.${starter}`))}
        />
      )}
    </div>
  );
}
