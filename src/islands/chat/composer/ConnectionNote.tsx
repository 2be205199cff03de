import { Note } from '#islands/chat/composer/Note.tsx';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $connection } from '#stores/browser/connection.ts';
import { $waitsToSend, forgetSending, sendDraft } from '#stores/chat/sending.ts';
import { useStore } from '@nanostores/react';
import { WifiOff } from 'lucide-react';

/** Says that there is no connection, and offers to send when it is back: nothing is sent by itself. */
export function ConnectionNote() {
  const { t } = useText();
  const offline = useStore($connection) === 'offline';
  const waits = useStore($waitsToSend);
  if (offline) {
    const says = (
      <>
        {waits && <strong className="font-semibold">{t('chat.lost')} </strong>}
        {t('composer.offline')}
      </>
    );
    return <Note tone="warning" icon={<WifiOff aria-hidden="true" size={18} />} says={says} />;
  }
  if (!waits) return null;
  return (
    <Note says={t('composer.back.says')}>
      <button type="button" className="button text-14" onClick={sendDraft}>
        {t('composer.back.send')}
      </button>
      <button type="button" className={smallButton} onClick={forgetSending}>
        {t('composer.back.later')}
      </button>
    </Note>
  );
}
