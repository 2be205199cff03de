import { codeLength } from '#domain/login.ts';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editCode } from '#stores/login.ts';
import { useStore } from '@nanostores/react';
import { useId } from 'react';

/** Room for what is pasted with the code, so that a wrong length is said instead of cut. */
const typedAtMost = 12;

/** The four digits that came by mail. */
export function CodeField() {
  const { t } = useText();
  const { code, codeError, sentTo } = useStore($loginForm);
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {t('login.code')}
      </label>
      <input
        id={id}
        className={`${field} tabular-nums`}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={t('login.codeHint', { digits: codeLength })}
        maxLength={typedAtMost}
        value={code}
        onChange={(event) => editCode(event.target.value)}
        aria-invalid={codeError !== undefined}
        aria-describedby={codeError ? `${id}-error` : undefined}
      />
      <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
        {codeError && t(codeError.key, codeError.values)}
      </p>
      {sentTo && <p className="text-14 text-faint">{t('login.notArrived')}</p>}
    </div>
  );
}
