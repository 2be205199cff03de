import { homePath, safeRedirect } from '#domain/urls.ts';
import { LoginForm } from '#islands/login/LoginForm.tsx';
import { useAwake } from '#islands/shared/Awake.tsx';
import { type PageText, TextProvider, useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $sessionEnded } from '#stores/account/sessionEnded.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { start } from '#stores/browser/startup.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** The login page: the form, then on to where the visitor came from. */
export function LoginPage({ google, ...text }: PageText & { google: boolean }) {
  useEffect(() => void start(), []);
  return (
    <TextProvider {...text}>
      <Content google={google} />
    </TextProvider>
  );
}

function Content({ google }: { google: boolean }) {
  const { t, language } = useText();
  const account = useAccount();
  const isAwake = useAwake();
  // The page’s HTML knows nothing of this browser’s storage: React must draw the same at first.
  const hasEnded = useStore($sessionEnded) && isAwake;
  const goOn = (): void => {
    const redirect = new URLSearchParams(location.search).get('redirect');
    goTo(safeRedirect(redirect, homePath(language)));
  };
  if (!account) {
    return (
      <>
        {hasEnded && (
          <p className="mb-4 rounded-small bg-sunken px-3 py-2 text-14">
            {t('login.sessionEnded')}
          </p>
        )}
        <LoginForm google={google} onSignedIn={goOn} />
      </>
    );
  }
  return (
    <div className="grid gap-4">
      <p>{t('login.signedInAs', { name: account.email || account.name })}</p>
      <button type="button" className="button" onClick={goOn}>
        {t('login.goOn')}
      </button>
    </div>
  );
}
