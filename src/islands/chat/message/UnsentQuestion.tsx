import type { UnsentDetails as UnsentDetailsType } from '#islands/chat/message/UnsentDetails.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { useText } from '#islands/shared/text.tsx';
import { askAgain } from '#stores/chat/chat.ts';
import type { Question } from '#stores/thread/thread.ts';
import { Suspense } from 'react';

type Props = { question: Question; subject: Subject };

const load = async (): Promise<typeof UnsentDetailsType> =>
  (await import('#islands/chat/message/UnsentDetails.tsx')).UnsentDetails;
const UnsentDetails = fetchLater(load, SendAgain);

/** Fetches what is shown of a question that was not sent: without a connection it would be too late. */
export function preloadUnsent(): void {
  load().catch(() => undefined);
}

/** Why a question was not sent, and what one can do. */
export function UnsentQuestion(props: Props) {
  return (
    <Suspense fallback={null}>
      <UnsentDetails {...props} />
    </Suspense>
  );
}

/** Shown where even that cannot be fetched. */
function SendAgain({ question: { key } }: Props) {
  const { t } = useText();
  return (
    <p role="alert" className="text-14">
      {t('chat.lost')}{' '}
      <button type="button" className="button button-quiet" onClick={() => askAgain(key)}>
        {t('chat.sendAgain')}
      </button>
    </p>
  );
}
