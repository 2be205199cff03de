import { isComposedInput } from '#domain/texts/composing.ts';
import { codeLength, wordLength } from '#domain/login/login.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useEarlyInput } from '#islands/shared/useEarlyInput.ts';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editCode, editWord } from '#stores/account/login.ts';
import type { Message } from '#stores/browser/message.ts';
import { useStore } from '@nanostores/react';
import { type ComponentProps, useId } from 'react';

/** Characters that the field accepts. More than the code has, so that a wrong length is reported and not cut. */
const maxTyped = 12;

/** `onTyped` is called after each change, and not while an East Asian keyboard composes. */
type FieldProps = { onTyped: () => void };

/** The field for the four digits from the mail. */
export function CodeField({ onTyped }: FieldProps) {
  const { t } = useText();
  const { code, codeError, sentTo, withWord } = useStore($loginForm);
  return (
    <MailedField
      label={t('login.code')}
      hint={sentTo !== undefined && !withWord ? t('login.autoSend') : undefined}
      problem={codeError}
      onEdit={editCode}
      onTyped={onTyped}
      className="tabular-nums"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={t('login.codeHint', { digits: codeLength })}
      maxLength={maxTyped}
      value={code}
    />
  );
}

/**
 * The field for the letters that the mail has in addition to the code while many wrong codes are tried. Usually
 * nothing.
 */
export function WordField({ onTyped }: FieldProps) {
  const { t } = useText();
  const { withWord, word, wordError } = useStore($loginForm);
  if (!withWord) return null;
  return (
    <MailedField
      label={t('login.word')}
      problem={wordError}
      description={t('login.wordWhy')}
      onEdit={editWord}
      onTyped={onTyped}
      className="uppercase placeholder:normal-case"
      name="word"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={wordLength * 2}
      value={word}
    />
  );
}

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'ref' | 'value'> &
  Partial<FieldProps> & {
    label: string;
    /** A sentence below the field while it has no problem. */
    hint?: string | undefined;
    problem: Message | undefined;
    /** A sentence below the field. Screen readers read it with the field. */
    description?: string;
    value: string;
    onEdit: (value: string) => void;
  };

/** A field for something from a mail, with its problem below, for which a line is reserved. */
export function MailedField({
  label,
  hint,
  problem,
  description,
  value,
  onEdit,
  onTyped,
  className,
  ...input
}: Props) {
  const id = useId();
  const ref = useEarlyInput(value, onEdit);
  const described = [
    hint && !problem && `${id}-hint`,
    description && `${id}-why`,
    problem && `${id}-error`,
  ].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <input
        id={id}
        type="text"
        {...input}
        ref={ref}
        value={value}
        className={`${field} ${className}`}
        onChange={(event) => {
          onEdit(event.target.value);
          if (!isComposedInput(event.nativeEvent)) onTyped?.();
        }}
        onCompositionEnd={onTyped}
        aria-invalid={problem !== undefined}
        aria-describedby={described.join(' ') || undefined}
      />
      <div className="min-h-[1lh] text-14">
        <Problem id={`${id}-error`} problem={problem} />
        {hint && !problem && (
          <p id={`${id}-hint`} className="text-faint">
            {hint}
          </p>
        )}
      </div>
      {description && (
        <p id={`${id}-why`} className="text-14 text-faint">
          {description}
        </p>
      )}
    </div>
  );
}
