import { codeMinutes } from '#domain/login.ts';
import { useTypedEarly } from '#islands/login/useTypedEarly.ts';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editEmail, sendCode } from '#stores/account/login.ts';
import { $secondsLeft, watchCountdown } from '#stores/account/resendCountdown.ts';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useId } from 'react';

type Props = {
  /** Whether it stands in a dialog, which focuses it when it opens. Otherwise the field focuses itself. */
  inDialog: boolean;
  onSent: () => void;
};

/** The address, and the button that sends a code to it: disabled while its countdown runs. */
export function EmailField({ inDialog, onSent }: Props) {
  const { t, language } = useText();
  const { email, emailError, sentTo, code } = useStore($loginForm);
  const secondsLeft = useStore($secondsLeft);
  const id = useId();
  const input = useTypedEarly(editEmail);
  useEffect(() => {
    // The focus may be in another field already.
    if (!inDialog && document.activeElement === document.body) input.current?.focus();
  }, [inDialog, input]);
  useEffect(watchCountdown, []);
  const send = async (): Promise<void> => {
    await sendCode(language);
    onSent();
  };
  // Enter signs in, but before any code was asked for, it asks for one.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (sentTo !== undefined || code !== '' || secondsLeft > 0) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {t('login.email')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          className={`${field} flex-[20_1_13rem]`}
          type="email"
          name="email"
          autoComplete="email"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that opens focuses its first field
          autoFocus={inDialog}
          spellCheck={false}
          placeholder={t('login.emailPlaceholder')}
          value={email}
          onChange={(event) => editEmail(event.target.value)}
          onKeyDown={onKeyDown}
          aria-invalid={emailError !== undefined}
          aria-describedby={emailError ? `${id}-error` : sentTo ? `${id}-sent` : undefined}
        />
        <GetCode secondsLeft={secondsLeft} onClick={() => void send()} />
      </div>
      <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
        {emailError && t(emailError.key, emailError.values)}
      </p>
      <output id={`${id}-sent`} className="text-14 text-positive empty:hidden">
        {sentTo && t('login.sent', { email: sentTo, minutes: codeMinutes })}
      </output>
    </div>
  );
}

function GetCode({ secondsLeft, onClick }: { secondsLeft: number; onClick: () => void }) {
  const { t } = useText();
  const { activity } = useStore($loginForm);
  const text =
    activity === 'sending'
      ? t('login.sending')
      : secondsLeft > 0
        ? t('login.again', { seconds: secondsLeft })
        : t('login.getCode');
  return (
    <button
      type="button"
      className="button button-quiet grow whitespace-nowrap tabular-nums"
      disabled={activity !== 'nothing' || secondsLeft > 0}
      onClick={onClick}
    >
      {text}
    </button>
  );
}
