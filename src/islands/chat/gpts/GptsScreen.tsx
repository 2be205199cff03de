import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Suspense } from 'react';

const GptLists = fetchLater(
  async () => (await import('#islands/chat/gpts/GptLists.tsx')).GptLists,
  Unreachable,
);

/** Finding GPTs to chat with; the code of the lists is fetched when they are first opened. */
export function GptsScreen() {
  const { t } = useText();
  return (
    <div className="grid gap-6">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.gpts.title')}
      </h1>
      <Suspense fallback={<Spinner label={t('chat.loading')} />}>
        <GptLists />
      </Suspense>
    </div>
  );
}

function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
