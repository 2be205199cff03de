import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { askAgain } from '#stores/chat/chat.ts';
import type { Question } from '#stores/thread/thread.ts';

type Props = { question: Question; subject: Subject };

/** Shows why a question was not sent. Preload it: the reason may be that there is no connection. */
export const UnsentQuestion = lazyPart(
  async () => (await import('#islands/chat/message/UnsentDetails.tsx')).UnsentDetails,
  { failed: SendAgain },
);

function SendAgain({ question: { key } }: Props) {
  const { t } = useText();
  return (
    <p role="alert" className="text-14">
      <span>{t('chat.lost')}</span>{' '}
      <Button look="quiet" onClick={() => askAgain(key)}>
        {t('chat.sendAgain')}
      </Button>
    </p>
  );
}
