import { useText } from '#islands/shared/text.tsx';

/** An empty search. What it costs and where it searches stands at the message box. */
export function SearchWelcome() {
  const { t } = useText();
  return (
    <div className="pt-[12dvh] short:pt-2">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.search.title')}
      </h1>
      <p className="mt-2 text-soft">{t('chat.search.explanation')}</p>
    </div>
  );
}
