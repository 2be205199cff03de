import { starterNames } from '#domain/chat/chat.ts';
import { Starters } from '#islands/chat/welcome/Starters.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $aiSearch } from '#stores/chat/aiSearch.ts';
import { useStore } from '@nanostores/react';

/** An empty chat with AI search: of the web, or of this site. */
export function SearchWelcome() {
  const { t } = useText();
  const { scope } = useStore($aiSearch);
  return (
    <div className="pt-[12dvh] max-md:pt-4 short:pt-2">
      <h1 tabIndex={-1} className="text-28">
        {t(scope === 'own' ? 'chat.search.site.title' : 'chat.search.title')}
      </h1>
      <p className="mt-2 text-soft">
        {t(scope === 'own' ? 'chat.search.site.explanation' : 'chat.search.explanation')}
      </p>
      {/* The suggested questions depend on what is searched: the web or this site. */}
      {scope && (
        <Starters
          isShort
          starters={starterNames.map((starter) => t(`chat.search.starters.${scope}.${starter}`))}
        />
      )}
    </div>
  );
}
