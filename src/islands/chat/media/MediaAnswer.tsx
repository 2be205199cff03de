import type { MediaAnswerBody as MediaAnswerBodyPart } from '#islands/chat/media/MediaAnswerBody.tsx';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Answer } from '#stores/thread/thread.ts';
import { Suspense } from 'react';

const MediaAnswerBody = fetchLater(
  async (): Promise<typeof MediaAnswerBodyPart> =>
    (await import('#islands/chat/media/MediaAnswerBody.tsx')).MediaAnswerBody,
  Unreachable,
);

/** How something that is made stands, or what was made; its code comes with the first one. */
export function MediaAnswer({ answer }: { answer: Answer }) {
  const { t } = useText();
  return (
    <Suspense fallback={<Spinner label={t('chat.loading')} />}>
      <MediaAnswerBody answer={answer} />
    </Suspense>
  );
}

function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
