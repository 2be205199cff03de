import { wordLength } from '#domain/login.ts';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { $loginForm, editWord } from '#stores/login.ts';
import { useStore } from '@nanostores/react';
import { useId } from 'react';

/** The letters that the mail carries beside the code while many wrong codes are tried; nothing at other times. */
export function WordField() {
  const { t } = useText();
  const { withWord, word, wordError } = useStore($loginForm);
  const id = useId();
  if (!withWord) return null;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {t('login.word')}
      </label>
      <input
        id={id}
        className={`${field} uppercase placeholder:normal-case`}
        name="word"
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={wordLength * 2}
        value={word}
        onChange={(event) => editWord(event.target.value)}
        aria-invalid={wordError !== undefined}
        aria-describedby={`${id}-why${wordError ? ` ${id}-error` : ''}`}
      />
      <p id={`${id}-error`} role="alert" className="text-14 text-negative empty:hidden">
        {wordError && t(wordError.key, wordError.values)}
      </p>
      <p id={`${id}-why`} className="text-14 text-faint">
        {t('login.wordWhy')}
      </p>
    </div>
  );
}
