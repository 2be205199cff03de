import type { Language } from '#domain/languages/languages.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { isOfComposition } from '#domain/texts/composing.ts';
import type { Registration } from '#domain/login/registration.ts';
import { type PolicyKind, policyPath } from '#domain/site/sitePaths.ts';
import { codeLength, codeMinutes, resendSeconds } from '#domain/login/login.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useEarlyInput } from '#islands/shared/useEarlyInput.ts';
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

/** Languages whose text below the field takes a line more than that of the others on a phone. */
const longLanguages: ReadonlySet<Language> = new Set(['vi', 'de', 'fr']);

type Props = {
  registration: Registration;
  /** A dialog focuses its first field when it opens. Otherwise the field focuses itself. */
  inDialog: boolean;
  onSent: () => void;
};

/** The e-mail address, and the button that sends a code to it. The button is disabled while its countdown runs. */
export function EmailField({ registration, inDialog, onSent }: Props) {
  const { t, language } = useText();
  const { email, emailError, sentTo, code } = useStore($loginForm);
  const secondsLeft = useStore($secondsLeft);
  const id = useId();
  const input = useEarlyInput(email, editEmail);
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
    <div className="@container grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {t('login.email')}
      </label>
      {/* The problem is below the field, also where the button is below both. */}
      <div className="grid gap-x-2 @[23rem]:grid-cols-[minmax(0,1fr)_auto]">
        <input
          ref={input}
          id={id}
          className={field}
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
        <div className="my-1 min-h-[1lh] text-14 @[23rem]:col-span-2 @[23rem]:row-start-2">
          <Problem id={`${id}-error`} problem={emailError} />
        </div>
        <GetCode secondsLeft={secondsLeft} onClick={() => void send()} />
      </div>
      <AboutCode id={`${id}-sent`} registration={registration} />
    </div>
  );
}

/** Explains the code, then says that it was sent. Room for the longer text is reserved. */
function AboutCode({ id, registration }: { id: string; registration: Registration }) {
  const { t, language } = useText();
  const { sentTo } = useStore($loginForm);
  const sent = sentTo ? t('login.sent', { email: sentTo, minutes: codeMinutes }) : '';
  const hint = sent ? t('login.notArrived') : t(intros[registration], { digits: codeLength });
  const lines = longLanguages.has(language) ? 'min-h-[5lh] md:min-h-[4lh]' : 'min-h-[4lh]';
  return (
    <div className={`${lines} text-14`}>
      <output id={id} className="text-positive">
        {sent}
      </output>
      <span className="text-soft">{(sent && spaceAfter(sent)) + hint + spaceAfter(hint)}</span>
      {!sent && registration !== 'closed' && <Policies />}
    </div>
  );
}

/** Links to what a new account agrees to. In new tabs, so that the form keeps what was typed. */
function Policies() {
  const { t, language } = useText();
  const link = (kind: PolicyKind, text: string) => (
    <a
      className="inline-block text-soft underline"
      href={policyPath(language, kind)}
      target="_blank"
      rel="noreferrer"
    >
      {text}
    </a>
  );
  return (
    <>
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
      className="widest grid tabular-nums"
      data-before={t('login.again', { seconds: resendSeconds })}
      data-after={t('login.getCode')}
      disabled={activity !== 'nothing' || secondsLeft > 0}
      onClick={onClick}
    >
      <span>{text}</span>
    </Button>
  );
}
