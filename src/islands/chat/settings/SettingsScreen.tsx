import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Suspense } from 'react';

const AllSettings = fetchLater(
  async () => (await import('#islands/chat/settings/AllSettings.tsx')).AllSettings,
  Unreachable,
);

/** The settings; their code is fetched when they are first opened. */
export function SettingsScreen() {
  const { t } = useText();
  return (
    <div className="grid gap-8">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.settings.title')}
      </h1>
      <Suspense fallback={<Spinner label={t('chat.loading')} />}>
        <AllSettings />
      </Suspense>
    </div>
  );
}

function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
