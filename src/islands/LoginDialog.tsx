import { LoginForm } from '#islands/login/LoginForm.tsx';
import { EarlyText, type PageText } from '#islands/shared/text.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import { $loginOpen, closeLogin, openLogin } from '#stores/account/login.ts';

/** The form in the frame `login-dialog`. It stands in the page's HTML, so that it opens before React is there. */
export function LoginDialog({ google, ...text }: PageText & { google: boolean }) {
  useDialog('login-dialog', $loginOpen, openLogin, closeLogin);
  return (
    <EarlyText {...text}>
      <LoginForm google={google} inDialog />
    </EarlyText>
  );
}
