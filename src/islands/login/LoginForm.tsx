import { codeLength, unscriptedSignInPath } from '#domain/login.ts';
import { EmailField } from '#islands/login/EmailField.tsx';
import { GoogleButton } from '#islands/login/GoogleButton.tsx';
import { CodeField, WordField } from '#islands/login/MailedFields.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, signIn } from '#stores/account/login.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useId, useRef } from 'react';

type Props = {
  /** Whether Google is offered. */
  google: boolean;
  /** Whether the form stands in a dialog, which focuses the address when it opens. */
  inDialog?: boolean;
  onSignedIn?: (() => void) | undefined;
};

/** Signing in with Google, or by e-mail code: the address and Get code, the code and Sign in. */
export function LoginForm({ google, inDialog = false, onSignedIn }: Props) {
  const { t } = useText();
  return (
    <div className="grid gap-4">
      {google && (
        <>
          <GoogleButton onSignedIn={onSignedIn} />
          <p className="text-center text-14 text-faint">{t('login.or')}</p>
        </>
      )}
      <CodeForm inDialog={inDialog} onSignedIn={onSignedIn} />
    </div>
  );
}

function CodeForm({ inDialog, onSignedIn }: Required<Pick<Props, 'inDialog' | 'onSignedIn'>>) {
  const { t, language } = useText();
  const { activity, error } = useStore($loginForm);
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await signIn()) return onSignedIn?.();
    focusFirst(form.current);
  };
  return (
    // Without its script it is posted: as a GET it would put address and code into the URL.
    <form
      ref={form}
      method="post"
      action={`${unscriptedSignInPath}?lang=${language}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
    >
      <p className="text-14 text-soft">{t('login.intro', { digits: codeLength })}</p>
      <EmailField inDialog={inDialog} onSent={() => focusFirst(form.current)} />
      <CodeField />
      <WordField />
      <p id={errorId} role="alert" className="text-14 text-negative empty:hidden">
        {error && t(error.key, error.values)}
      </p>
      <button type="submit" className="button" disabled={activity === 'signingIn'}>
        {t(activity === 'signingIn' ? 'login.signingIn' : 'login.signIn')}
      </button>
    </form>
  );
}

/** Moves the focus to the first field that is wrong, else to the first that is empty. */
function focusFirst(form: HTMLFormElement | null): void {
  // After React has drawn the outcome.
  setTimeout(() => {
    const fields = [...(form?.querySelectorAll('input') ?? [])];
    const wrong = fields.find((input) => input.getAttribute('aria-invalid') === 'true');
    (wrong ?? fields.find((input) => input.value === ''))?.focus();
  });
}
