import { customInstructionMaxCharacters } from '#domain/chat/personalTexts.ts';
import { PersonalTextsLoaded } from '#islands/chat/settings/PersonalTextsLoaded.tsx';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { saveInstructions } from '#stores/chat/personalTexts.ts';
import { useEffect, useId, useRef, useState } from 'react';

/** They are saved when typing pauses for this long, and when the section is closed. */
const debounceMilliseconds = 700;

type Instructions = { about: string; answer: string };

/** The fields for the two custom instructions, which go with each question. */
export function InstructionsSection() {
  return (
    <PersonalTextsLoaded>
      {(texts) => <Fields stored={{ about: texts.about_me, answer: texts.how_to_answer }} />}
    </PersonalTextsLoaded>
  );
}

function Fields({ stored }: { stored: Instructions }) {
  const { t } = useText();
  const { typed, change, sync } = useSaving(stored);
  const hint = useId();
  return (
    <div className="grid gap-4">
      {(['about', 'answer'] as const).map((name) => (
        <label key={name} className="grid gap-1">
          <span className="font-medium">{t(`settings.instructions.${name}`)}</span>
          <textarea
            name={name}
            rows={3}
            dir="auto"
            className={`${field} max-h-[40dvh] py-2 field-sizing-content`}
            value={typed[name]}
            placeholder={t(`settings.instructions.${name}Example`)}
            aria-describedby={hint}
            aria-invalid={typed[name].length > customInstructionMaxCharacters}
            onChange={({ target }) => change({ ...typed, [name]: target.value })}
          />
        </label>
      ))}
      <p id={hint} className="text-14 text-soft">
        {t('settings.instructions.hint', { most: customInstructionMaxCharacters })}
      </p>
      <output className="text-14 text-soft empty:hidden">
        {sync.state === 'saving' && <span>{t('conversations.settings.saving')}</span>}
        {sync.state === 'saved' && <span>{t('conversations.settings.saved')}</span>}
      </output>
      <Problem problem={sync.problem} />
    </div>
  );
}

type Sync = { state: 'unchanged' | 'saving' | 'saved' | 'failed'; problem?: Message | undefined };

/** Returns the typed texts, and saves changes of them. */
function useSaving(stored: Instructions) {
  const [typed, setTyped] = useState(stored);
  const [sync, setSync] = useState<Sync>({ state: 'unchanged' });
  const unsaved = useRef<Instructions>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async (): Promise<Message | undefined> => {
    clearTimeout(timer.current);
    const texts = unsaved.current;
    unsaved.current = undefined;
    if (!texts) return undefined;
    setSync({ state: 'saving' });
    const problem = await saveInstructions(texts.about, texts.answer);
    setSync({ state: problem ? 'failed' : 'saved', problem });
    return problem;
  };
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(
    () => () => {
      void latestSave.current().then((problem) => problem && notifyMessage('error', problem));
    },
    [],
  );
  const change = (next: Instructions): void => {
    setTyped(next);
    unsaved.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latestSave.current(), debounceMilliseconds);
  };
  return { typed, change, sync };
}
