import { memoryLineMaxCharacters, toMemoryLine } from '#domain/chat/personalTexts.ts';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { dialogProblem, field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { notify } from '#stores/browser/toasts.ts';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { rememberLine } from '#stores/chat/personalTexts.ts';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';

/** Asks to shorten a text that is too long for the memory. */
export function RememberDialog({ text }: { text: string }) {
  const { t } = useText();
  const hint = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<Message>();
  useLayoutEffect(() => box.current?.focus(), []);
  const line = toMemoryLine(typed);
  const tooLong = line.length - memoryLineMaxCharacters;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (line === '' || tooLong > 0) return;
    const found = await rememberLine(line);
    setProblem(found);
    if (found) return;
    closeChatDialog();
    notify('success', 'chat.message.remembered');
  };
  return (
    <DialogFrame title={t('chat.message.remember')} wide>
      <form method="post" onSubmit={(event) => void save(event)}>
        <p id={hint} className="mb-3 text-14 text-soft">
          {t('chat.message.rememberLong', { most: memoryLineMaxCharacters })}
        </p>
        <textarea
          ref={box}
          rows={6}
          dir="auto"
          className={`${field} max-h-[45dvh] py-2`}
          value={typed}
          aria-label={t('settings.memory.add')}
          aria-describedby={hint}
          aria-invalid={tooLong > 0}
          onChange={({ target }) => setTyped(target.value)}
        />
        <output className="block min-h-6 text-14 text-negative tabular-nums">
          {tooLong > 0 && <span>{t('chat.edit.tooLong', { count: tooLong })}</span>}
        </output>
        <div className="dialog-actions">
          <button type="submit" className="button" disabled={line === '' || tooLong > 0}>
            {t('settings.memory.addButton')}
          </button>
          <Button look="quiet" onClick={closeChatDialog}>
            {t('chat.edit.cancel')}
          </Button>
        </div>
        <Problem problem={problem} className={dialogProblem} />
      </form>
    </DialogFrame>
  );
}
