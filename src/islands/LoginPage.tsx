import { homePath } from '#domain/gpts/gptPaths.ts';
import type { Registration } from '#domain/login/registration.ts';
import { safeRedirect } from '#domain/login/loginPaths.ts';
import { LoginReason } from '#islands/login/LoginReason.tsx';
import { useRedirectReason } from '#islands/login/useRedirectReason.ts';
import { LoginForm } from '#islands/login/LoginForm.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { type PageText, TextProvider, useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $sessionEnded } from '#stores/account/sessionEnded.ts';
import { goTo } from '#stores/browser/navigation.ts';
import { start } from '#stores/account/startup.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

type Offer = { google: boolean; registration: Registration; startingCredits: number };

/** The login page: the sign-in form, then the page named by the parameter `redirect`. */
export function LoginPage({ google, registration, startingCredits, ...text }: PageText & Offer) {
  useEffect(() => void start(), []);
  return (
    <TextProvider {...text}>
      <Content google={google} registration={registration} startingCredits={startingCredits} />
    </TextProvider>
  );
}

function Content({ google, registration, startingCredits }: Offer) {
  const { t, language } = useText();
  const account = useAccount();
  const isHydrated = useHydrated();
  const reason = useRedirectReason();
  // The build cannot read this browser's storage, and the first render must equal the page's HTML.
  const hasEnded = useStore($sessionEnded) && isHydrated;
  const goToTarget = (): void => {
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
        <LoginReason {...{ reason, registration, startingCredits }} />
        <LoginForm google={google} registration={registration} onSignedIn={goToTarget} />
      </>
    );
  }
  return (
    <div className="grid gap-4">
      <p>{t('login.signedInAs', { name: account.email || account.name })}</p>
      <Button onClick={goToTarget}>{t('login.goOn')}</Button>
    </div>
  );
}
