import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { goToLogin } from '#stores/browser/navigation.ts';
import { $sessions, signOutEverywhere } from '#stores/account/sessions.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';

/** A button that ends all sessions of the user, and that of this browser last. */
export function EverywhereSection() {
  const { t } = useText();
  const sessions = useStore($sessions);
  const [hasFailed, setHasFailed] = useState(false);
  const isReady = sessions.state === 'ready';
  const leave = async (): Promise<void> => {
    setHasFailed(false);
    if (await signOutEverywhere()) goToLogin();
    else setHasFailed(true);
  };
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.everywhere.explanation')}</p>
      <Button
        look="quiet"
        className="text-negative"
        aria-disabled={!isReady || sessions.ending !== undefined}
        onClick={() => void leave()}
      >
        {t('settings.everywhere.button')}
      </Button>
      <Problem problem={hasFailed && isReady ? sessions.problem : undefined} className="mt-2" />
    </>
  );
}
