import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $connection } from '#stores/browser/connection.ts';
import { $waitsToSend, forgetSending, sendDraft } from '#stores/chat/sending.ts';
import { useStore } from '@nanostores/react';
import { WifiOff } from 'lucide-react';

/** Shows that the browser is offline. When it is online again, it offers to send the draft; nothing is sent without that. */
export function ConnectionNote() {
  const { t } = useText();
  const offline = useStore($connection) === 'offline';
  const waits = useStore($waitsToSend);
  if (offline) {
    const text = (
      <>
        {waits && <strong className="font-semibold">{t('chat.lost')} </strong>}
        <span>{t('composer.offline')}</span>
      </>
    );
    return (
      <ComposerNote
        icon={<WifiOff aria-hidden="true" size={18} />}
        iconColour="text-warning"
        text={text}
      />
    );
  }
  if (!waits) return null;
  return (
    <ComposerNote text={t('composer.back.says')}>
      <Button className="text-14" onClick={sendDraft}>
        {t('composer.back.send')}
      </Button>
      <Button look="small" onClick={forgetSending}>
        {t('composer.back.later')}
      </Button>
    </ComposerNote>
  );
}
