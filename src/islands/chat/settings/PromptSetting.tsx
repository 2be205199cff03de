import { systemPromptMaxCharacters } from '#domain/chat/chatSettings.ts';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { useId } from 'react';

type Props = {
  value: string;
  problem: Message | undefined;
  onChange: (value: string) => void;
};

/** The system prompt, which every model gets before the conversation. */
export function PromptSetting({ value, problem, onChange }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {t('conversations.settings.systemPrompt')}
      </label>
      <textarea
        id={id}
        name="systemPrompt"
        rows={4}
        dir="auto"
        className={`${field} mt-1 block max-h-[40dvh] py-2 field-sizing-content`}
        value={value}
        placeholder={t('conversations.settings.systemPromptExample')}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Problem id={`${id}-problem`} problem={problem} className="mt-1" />
      <p id={`${id}-hint`} className="mt-1 text-14 text-soft">
        {t('conversations.settings.systemPromptHint', { most: systemPromptMaxCharacters })}
      </p>
    </div>
  );
}
