import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $settingsSync, repeatSettings } from '#stores/chat/chatSettings.ts';
import { useStore } from '@nanostores/react';

/** Shows whether the settings are saved. Invalid fields say so themselves. */
export function SettingsStatus({ hasProblem }: { hasProblem: boolean }) {
  const { t } = useText();
  const sync = useStore($settingsSync);
  const failed = sync.state === 'loadFailed' || sync.state === 'saveFailed' ? sync : undefined;
  return (
    <>
      <output className="text-14 text-soft">
        {sync.state === 'loading' && <span>{t('chat.loading')}</span>}
        {sync.state === 'saving' && <span>{t('conversations.settings.saving')}</span>}
        {sync.state === 'saved' && !hasProblem && <span>{t('conversations.settings.saved')}</span>}
      </output>
      {failed && (
        <span role="alert" className="text-14 text-negative">
          <span>{t(failed.problem.key, failed.problem.values)}</span>
          <Button look="small" onClick={() => void repeatSettings()}>
            {t('chat.failed.tryAgain')}
          </Button>
        </span>
      )}
    </>
  );
}
