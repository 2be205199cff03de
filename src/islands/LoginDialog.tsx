import type { Registration } from '#domain/login/registration.ts';
import { LoginForm } from '#islands/login/LoginForm.tsx';
import { LoginReason } from '#islands/login/LoginReason.tsx';
import { type PageText, PrerenderedTextProvider } from '#islands/shared/text.tsx';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import { closeLogin } from '#stores/account/login.ts';
import { $loginOpen, $loginReason, anyReason, openLogin } from '#stores/account/loginDialog.ts';
import { useStore } from '@nanostores/react';

type Props = PageText & {
  google: boolean;
  registration: Registration;
  startingCredits: number;
};

/** Opens the dialog without a reason, after a button of the page has opened its frame. */
const open = (): void => openLogin();

/** The form in the frame `login-dialog`. It is part of the page's HTML, so that the dialog can open before hydration. */
export function LoginDialog({ google, registration, startingCredits, ...text }: Props) {
  useDialog('login-dialog', $loginOpen, open, closeLogin);
  const chosen = useStore($loginReason);
  // The first render must equal the page's HTML.
  const reason = useHydrated() ? chosen : anyReason;
  return (
    <PrerenderedTextProvider {...text}>
      <LoginReason {...{ reason, registration, startingCredits }} />
      <LoginForm google={google} registration={registration} inDialog />
    </PrerenderedTextProvider>
  );
}
