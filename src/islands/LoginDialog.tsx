import { LoginForm } from '#islands/login/LoginForm.tsx';
import { Awake } from '#islands/shared/Awake.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import { $loginOpen, closeLogin, openLogin } from '#stores/login.ts';

/** What stands in the frame `login-dialog`. */
export function LoginDialog({ loading, google }: { loading: string; google: boolean }) {
  useDialog('login-dialog', $loginOpen, openLogin, closeLogin);
  return (
    <Awake label={loading}>
      <LoginForm google={google} />
    </Awake>
  );
}
