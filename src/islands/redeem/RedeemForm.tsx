import { homePath } from '#domain/urls.ts';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $redemption, editRedemptionCode, enterAgain, redeem } from '#stores/redeem.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Redeeming a gift code: entering, success, failed. */
export function RedeemForm() {
  const { t, language } = useText();
  const redemption = useStore($redemption);
  if (redemption.state === 'entering') return <Entering {...redemption} />;
  if (redemption.state === 'failed') {
    return (
      <Outcome tone="text-negative" title={t('redeem.failed')} says={redemption.says}>
        <button type="button" className="button button-quiet" onClick={enterAgain}>
          {t('redeem.again')}
        </button>
      </Outcome>
    );
  }
  return (
    <Outcome tone="text-positive" title={t('redeem.success')} says={redemption.says}>
      <a className="button" href={homePath(language)}>
        {t('redeem.useNow')}
      </a>
    </Outcome>
  );
}

type EnteringProps = Extract<ReturnType<typeof $redemption.get>, { state: 'entering' }>;

function Entering({ code, sending, error }: EnteringProps) {
  const { t } = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void redeem();
      }}
    >
      <p className="text-14 text-soft">{t('redeem.intro')}</p>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-14 font-medium">
          {t('redeem.code')}
        </label>
        <input
          ref={input}
          id={id}
          className={`${field} font-mono`}
          name="gift-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('redeem.codePlaceholder')}
          value={code}
          onChange={(event) => editRedemptionCode(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
        <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
          {error && t(error.key, error.values)}
        </p>
      </div>
      <button className="button" disabled={sending || code.trim() === ''}>
        {t(sending ? 'redeem.confirming' : 'redeem.confirm')}
      </button>
    </form>
  );
}

type OutcomeProps = { tone: string; title: string; says: string; children: ReactNode };

function Outcome({ tone, title, says, children }: OutcomeProps) {
  return (
    <div className="grid gap-4">
      <output className="grid gap-3">
        <strong className={`text-18 font-semibold ${tone}`}>{title}</strong>
        <span className="empty:hidden">{says}</span>
      </output>
      {children}
    </div>
  );
}
