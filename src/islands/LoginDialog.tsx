import { LoginForm } from '#islands/login/LoginForm.tsx';
import { type PageText, PrerenderedTextProvider } from '#islands/shared/text.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import { $loginOpen, closeLogin, openLogin } from '#stores/account/login.ts';

/** The form in the frame `login-dialog`. It is part of the page's HTML, so that the dialog can open before hydration. */
export function LoginDialog({ google, ...text }: PageText & { google: boolean }) {
  useDialog('login-dialog', $loginOpen, openLogin, closeLogin);
  return (
    <PrerenderedTextProvider {...text}>
      <LoginForm google={google} inDialog />
    </PrerenderedTextProvider>
  );
}
