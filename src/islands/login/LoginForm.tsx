import type { Registration } from '#domain/login/registration.ts';
import { unscriptedSignInPath } from '#domain/login/login.ts';
import { EmailField } from '#islands/login/EmailField.tsx';
import { GoogleButton } from '#islands/login/GoogleButton.tsx';
import { InvitationField } from '#islands/login/InvitationField.tsx';
import { CodeField, WordField } from '#islands/login/MailedFields.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, isReadyToSend, signIn } from '#stores/account/login.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useId, useRef } from 'react';

type Props = {
  /** Whether the operator has set up sign-in with Google. */
  google: boolean;
  /** Who may open an account. */
  registration: Registration;
  inDialog?: boolean;
  onSignedIn?: (() => void) | undefined;
};

/** Signs in with Google or by e-mail code: address, Get code, code. The last digit, or Sign in, sends the code. */
export function LoginForm({ google, registration, inDialog = false, onSignedIn }: Props) {
  const { t } = useText();
  return (
    <div className="grid gap-3 md:gap-4">
      {google && (
        <>
          <GoogleButton onSignedIn={onSignedIn} />
          <p className="text-center text-14 text-faint">{t('login.or')}</p>
        </>
      )}
      <CodeForm registration={registration} inDialog={inDialog} onSignedIn={onSignedIn} />
    </div>
  );
}

function CodeForm({ registration, inDialog, onSignedIn }: Required<Omit<Props, 'google'>>) {
  const { t, language } = useText();
  const { activity, error, sentTo } = useStore($loginForm);
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await signIn()) return onSignedIn?.();
    focusFirst(form.current);
  };
  const submitIfReady = (): void => {
    if (isReadyToSend()) form.current?.requestSubmit();
  };
  return (
    // Without script the browser sends the form. As a GET it would put address and code into the URL.
    <form
      ref={form}
      method="post"
      action={`${unscriptedSignInPath}?lang=${language}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 md:gap-4"
    >
      <EmailField
        registration={registration}
        inDialog={inDialog}
        onSent={() => focusFirst(form.current)}
      />
      {registration === 'code' && <InvitationField />}
      <CodeField onTyped={submitIfReady} />
      <WordField onTyped={submitIfReady} />
      <Problem id={errorId} problem={error} />
      <button
        type="submit"
        className={sentTo ? 'button' : 'button button-quiet'}
        disabled={activity === 'signingIn'}
      >
        {t(activity === 'signingIn' ? 'login.signingIn' : 'login.signIn')}
      </button>
    </form>
  );
}

/** Moves the focus to the first invalid field, or to the first empty one if all are valid. */
function focusFirst(form: HTMLFormElement | null): void {
  // After React has rendered the outcome.
  setTimeout(() => {
    const fields = [...(form?.querySelectorAll('input') ?? [])];
    const invalid = fields.find((input) => input.getAttribute('aria-invalid') === 'true');
    // Most people have an account, which needs no invitation.
    const empty = fields.find((input) => input.value === '' && input.name !== 'invitation');
    (invalid ?? empty)?.focus();
  });
}
