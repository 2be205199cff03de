import { memoryMaxLines, toMemoryLine } from '#domain/chat/personalTexts.ts';
import { MemoryRow } from '#islands/chat/settings/MemoryRow.tsx';
import { PersonalTextsLoaded } from '#islands/chat/settings/PersonalTextsLoaded.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { type MemoryLine, rememberLine } from '#stores/chat/personalTexts.ts';
import { Download } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';

/** The id of the field for a new line, which takes the focus when the last line is deleted. */
const newLineId = 'memory-new';

/** The lines that the user asked to remember, to read, edit, delete and download. */
export function MemorySection() {
  const { t } = useText();
  return (
    <>
      <p className="mb-3 text-14 text-soft">{t('settings.memory.explanation')}</p>
      <PersonalTextsLoaded>{({ memory }) => <Lines memory={memory} />}</PersonalTextsLoaded>
    </>
  );
}

function Lines({ memory }: { memory: readonly MemoryLine[] }) {
  const { t } = useText();
  return (
    <>
      {memory.length === 0 ? (
        <p className="text-soft">{t('settings.memory.none')}</p>
      ) : (
        <ul aria-labelledby="memory" className="grid gap-2">
          {memory.map((line, index) => (
            <MemoryRow key={line.id} line={line} number={index + 1} newLineId={newLineId} />
          ))}
        </ul>
      )}
      <NewLine />
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-14 text-soft">
        <span className="tabular-nums">
          {t('settings.memory.used', { used: memory.length, most: memoryMaxLines })}
        </span>
        {memory.length > 0 && (
          <Button look="small" onClick={() => download(memory)}>
            <Download aria-hidden="true" size={15} />
            <span>{t('settings.memory.download')}</span>
          </Button>
        )}
      </p>
    </>
  );
}

function NewLine() {
  const { t } = useText();
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Message>();
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const own = box.current;
    const text = toMemoryLine(own?.value ?? '');
    own?.focus();
    if (!own || text === '') return;
    // Emptied before the answer comes, because the next line may be typed meanwhile.
    own.value = '';
    const found = await rememberLine(text);
    setProblem(found);
    if (found) own.value = `${text} ${own.value}`.trim();
  };
  return (
    <form method="post" className="mt-3" onSubmit={(event) => void add(event)}>
      <div className="flex gap-2">
        <input
          ref={box}
          id={newLineId}
          className={field}
          dir="auto"
          autoComplete="off"
          aria-label={t('settings.memory.add')}
          placeholder={t('settings.memory.add')}
        />
        <button type="submit" className="button button-quiet shrink-0">
          {t('settings.memory.addButton')}
        </button>
      </div>
      <Problem problem={problem} className="mt-1" />
    </form>
  );
}

/** Saves the lines as a text file. */
function download(memory: readonly MemoryLine[]): void {
  const lines = memory.map(({ text }) => `${text}\n`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'text/plain' }));
  link.download = 'memory.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
