import {
  lookAlikesIn,
  giftCodeMaxTyped,
  unscriptedRedeemPath,
  redeemPath,
} from '#domain/giftCodes.ts';
import { formatOf } from '#i18n/format.ts';
import { useAwake } from '#islands/shared/Awake.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import type { Message } from '#stores/browser/message.ts';
import { editRedemptionCode, pageFieldId, redeem, signInFirstKey } from '#stores/account/redeem.ts';
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';

/** Where the form stands: the dialog explains itself, the page does so around it. */
export type Place = 'dialog' | 'page';

type Props = { place: Place; code: string; sending: boolean; error: Message | undefined };

/** The field for the code, and Confirm. */
export function EnterCode({ place, code, sending, error }: Props) {
  const { t, language } = useText();
  const awake = useAwake();
  const input = useCodeField(place, code);
  const ownId = useId();
  const id = place === 'page' ? pageFieldId : ownId;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void redeem(language);
  };
  return (
    <form
      method="post"
      action={`${unscriptedRedeemPath}?lang=${language}`}
      className="grid max-w-105 gap-4"
      onSubmit={submit}
    >
      {place === 'dialog' && <Intro />}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-14 font-medium">
          {t('redeem.code')}
        </label>
        <input
          ref={input}
          id={id}
          className={`${field} font-mono uppercase`}
          type="text"
          name="code"
          required
          maxLength={giftCodeMaxTyped}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('redeem.codePlaceholder')}
          value={code}
          data-fill="code"
          onChange={(event) => editRedemptionCode(event.target.value)}
          aria-invalid={error !== undefined && error.key !== signInFirstKey}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <LookAlikes id={`${id}-hint`} code={code} />
        <Problem id={`${id}-error`} error={error} />
      </div>
      <button type="submit" className="button" disabled={sending || (awake && code.trim() === '')}>
        {t(sending ? 'redeem.confirming' : 'redeem.confirm')}
      </button>
    </form>
  );
}

/** Takes over what was typed before the form was alive; in a dialog, and when the form comes back, takes the focus. */
function useCodeField(place: Place, code: string) {
  const input = useRef<HTMLInputElement>(null);
  const wasAwake = useAwake();
  const first = useRef({ code, takesFocus: place === 'dialog' || wasAwake });
  useLayoutEffect(() => {
    const typed = input.current?.value ?? '';
    if (first.current.code === '' && typed !== '') editRedemptionCode(typed);
  }, []);
  useEffect(() => {
    if (!first.current.takesFocus) return;
    input.current?.focus();
    input.current?.select();
  }, []);
  return input;
}

function Intro() {
  const { t, language } = useText();
  return (
    <p className="text-14 text-soft">
      {t('redeem.intro')}{' '}
      <a className="underline" href={redeemPath(language)}>
        {t('redeem.about')}
      </a>
    </p>
  );
}

/** Explains while typing which characters cannot be right. */
function LookAlikes({ id, code }: { id: string; code: string }) {
  const { t, language } = useText();
  const characters = lookAlikesIn(code);
  return (
    <p id={id} aria-live="polite" className="text-14 text-soft empty:hidden">
      {characters.length > 0 &&
        t('redeem.lookAlikes', { characters: formatOf(language).list(characters) })}
    </p>
  );
}

/** The error; for a visitor who has signed in since then, how to go on. */
function Problem({ id, error }: { id: string; error: Message | undefined }) {
  const { t } = useText();
  const isBack = useAccount() !== undefined && error?.key === signInFirstKey;
  if (isBack) {
    return (
      <p id={id} aria-live="polite" className="text-14 text-soft">
        {t('redeem.back')}
      </p>
    );
  }
  return (
    <p id={id} role="alert" className="text-14 text-negative empty:hidden">
      {error && t(error.key, error.values)}
    </p>
  );
}
