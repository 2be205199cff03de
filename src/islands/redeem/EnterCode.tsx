import {
  lookAlikesIn,
  giftCodeMaxTyped,
  unscriptedRedeemPath,
  redeemPath,
} from '#domain/product/giftCodes.ts';
import { spaceAfter } from '#domain/texts/joinSentences.ts';
import { formatOf } from '#i18n/format.ts';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { useEarlyInput } from '#islands/shared/useEarlyInput.ts';
import type { Message } from '#stores/browser/message.ts';
import { editRedemptionCode, redeem, signInFirstKey } from '#stores/account/redeem.ts';
import { pageFieldId } from '#stores/account/redeemDialog.ts';
import { type FormEvent, useEffect, useId, useRef } from 'react';

/** The dialog contains an introduction. The page has its own text around the form. */
export type Variant = 'dialog' | 'page';

type Props = { variant: Variant; code: string; sending: boolean; error: Message | undefined };

/** The field for the code, and the button Confirm. */
export function EnterCode({ variant, code, sending, error }: Props) {
  const { t, language } = useText();
  const isHydrated = useHydrated();
  const input = useCodeField(variant, code);
  const ownId = useId();
  const id = variant === 'page' ? pageFieldId : ownId;
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
      {variant === 'dialog' && <Intro />}
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
        <CodeProblem id={`${id}-error`} error={error} />
      </div>
      <button
        type="submit"
        className="button"
        disabled={sending || (isHydrated && code.trim() === '')}
      >
        {t(sending ? 'redeem.confirming' : 'redeem.confirm')}
      </button>
    </form>
  );
}

/**
 * Returns the ref of the field, which takes the focus in a dialog, and when the form is shown again after an outcome.
 */
function useCodeField(variant: Variant, code: string) {
  const input = useEarlyInput(code, editRedemptionCode);
  const wasHydrated = useHydrated();
  const takesFocus = useRef(variant === 'dialog' || wasHydrated);
  useEffect(() => {
    if (!takesFocus.current) return;
    input.current?.focus();
    input.current?.select();
  }, [input]);
  return input;
}

function Intro() {
  const { t, language } = useText();
  const intro = t('redeem.intro');
  return (
    <p className="text-14 text-soft">
      <span>{intro + spaceAfter(intro)}</span>
      <a className="underline" href={redeemPath(language)}>
        {t('redeem.about')}
      </a>
    </p>
  );
}

/** Names typed characters that no code contains, because they look like others. */
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

/** The error. A visitor who has signed in since then reads how to continue instead. */
function CodeProblem({ id, error }: { id: string; error: Message | undefined }) {
  const { t } = useText();
  const isBack = useAccount() !== undefined && error?.key === signInFirstKey;
  if (isBack) {
    return (
      <p id={id} aria-live="polite" className="text-14 text-soft">
        {t('redeem.back')}
      </p>
    );
  }
  return <Problem id={id} problem={error} />;
}
