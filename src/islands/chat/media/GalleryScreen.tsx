import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import { Suspense } from 'react';

const Gallery = fetchLater(
  async () => (await import('#islands/chat/media/Gallery.tsx')).Gallery,
  Unreachable,
);

/** The files that models made for the user; the code is fetched when the gallery is first opened. */
export function GalleryScreen() {
  const { t } = useText();
  return (
    <div className="grid gap-4">
      <h1 tabIndex={-1} className="text-28">
        {t('chat.media.gallery')}
      </h1>
      <Suspense fallback={<Spinner label={t('chat.loading')} />}>
        <Gallery />
      </Suspense>
    </div>
  );
}

function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
