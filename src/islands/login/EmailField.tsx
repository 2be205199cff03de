import { isOfComposition } from '#domain/texts/composing.ts';
import type { Registration } from '#domain/login/registration.ts';
import { type PolicyKind, policyPath } from '#domain/site/sitePaths.ts';
import { codeLength, codeMinutes, resendSeconds } from '#domain/login/login.ts';
import { useEarlyInput } from '#islands/login/useEarlyInput.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editEmail, sendCode } from '#stores/account/login.ts';
import { $secondsLeft, watchCountdown } from '#stores/account/resendCountdown.ts';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useId } from 'react';

/** The first text of the form, which says who may open an account. */
const intros = {
  open: 'login.intro',
  code: 'login.introCode',
  closed: 'login.introClosed',
} as const satisfies Record<Registration, string>;

type Props = {
  registration: Registration;
  /** A dialog focuses its first field when it opens. Otherwise the field focuses itself. */
  inDialog: boolean;
  onSent: () => void;
};

/**
 * The e-mail address, and the button that sends a code to it. The button is disabled while its countdown runs. The text
 * below explains the code, then says that it was sent: room for the longer one is reserved.
 */
export function EmailField({ registration, inDialog, onSent }: Props) {
  const { t, language } = useText();
  const { email, emailError, sentTo, code } = useStore($loginForm);
  const secondsLeft = useStore($secondsLeft);
  const id = useId();
  const input = useEarlyInput(editEmail);
  useEffect(() => {
    // The visitor may already have focused another field.
    if (!inDialog && document.activeElement === document.body) input.current?.focus();
  }, [inDialog, input]);
  useEffect(watchCountdown, []);
  const send = async (): Promise<void> => {
    await sendCode(language);
    onSent();
  };
  // Enter signs in. Before a code was requested, it requests one instead.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return;
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
      <div className="min-h-[5lh] text-14 md:min-h-[4lh]">
        <Problem id={`${id}-error`} problem={emailError} />
        <output id={`${id}-sent`} className="text-positive">
          {sentTo && t('login.sent', { email: sentTo, minutes: codeMinutes })}
        </output>{' '}
        <span className="text-soft">
          {sentTo ? t('login.notArrived') : t(intros[registration], { digits: codeLength })}
        </span>
        {!sentTo && registration !== 'closed' && <Policies />}
      </div>
    </div>
  );
}

/** Links to what a new account agrees to. In new tabs, so that the form keeps what was typed. */
function Policies() {
  const { t, language } = useText();
  const link = (kind: PolicyKind, text: string) => (
    <a
      className="text-soft underline"
      href={policyPath(language, kind)}
      target="_blank"
      rel="noreferrer"
    >
      {text}
    </a>
  );
  return (
    <>
      {' '}
      {link('terms', t('login.terms'))}
      <span aria-hidden="true"> · </span>
      {link('privacy', t('login.privacy'))}
    </>
  );
}

/** As wide with each of its texts, so that the field beside it keeps its width. */
function GetCode({ secondsLeft, onClick }: { secondsLeft: number; onClick: () => void }) {
  const { t } = useText();
  const { activity, sentTo } = useStore($loginForm);
  const text =
    activity === 'sending'
      ? t('login.sending')
      : secondsLeft > 0
        ? t('login.again', { seconds: secondsLeft })
        : t('login.getCode');
  return (
    <Button
      look={sentTo ? 'quiet' : 'main'}
      className="widest grid grow tabular-nums"
      data-before={t('login.again', { seconds: resendSeconds })}
      data-after={t('login.getCode')}
      disabled={activity !== 'nothing' || secondsLeft > 0}
      onClick={onClick}
    >
      <span>{text}</span>
    </Button>
  );
}
