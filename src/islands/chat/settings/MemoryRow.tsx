import { neighbourOf } from '#islands/chat/settings/focusAfter.ts';
import { toMemoryLine } from '#domain/chat/personalTexts.ts';
import { isOfComposition } from '#domain/texts/composing.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import { type Message, message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { type MemoryLine, forgetLine, rememberLine } from '#stores/chat/personalTexts.ts';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

type Props = {
  line: MemoryLine;
  /** From 1. */
  number: number;
  /** The id of the field that takes the focus if no other line is left. */
  newLineId: string;
};

/** A line of the memory. Enter and leaving the field save it, Escape restores it. */
export function MemoryRow({ line, number, newLineId }: Props) {
  const { t } = useText();
  const [problem, setProblem] = useState<Message>();
  const own = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(line.text);
  // Another text replaces the one before, and not one that is being typed.
  useEffect(() => {
    if (own.current?.value === shown.current) own.current.value = line.text;
    shown.current = line.text;
  }, [line.text]);
  const save = async (box: HTMLTextAreaElement): Promise<void> => {
    const text = toMemoryLine(box.value);
    box.value = text === '' ? line.text : text;
    const isChanged = text !== '' && text !== line.text;
    setProblem(isChanged ? await rememberLine(text, line.id) : undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isOfComposition(event.nativeEvent) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') event.currentTarget.value = line.text;
    void save(event.currentTarget);
  };
  const forget = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    const next = neighbourOf(currentTarget);
    const found = await forgetLine(line.id);
    setProblem(found);
    if (found) return;
    (next ?? document.getElementById(newLineId))?.focus();
    const undo = { label: message('conversations.undo'), run: () => void restore(line) };
    notifyMessage('success', message('settings.memory.deleted'), undo);
  };
  return (
    <li>
      <div className="flex items-start gap-1">
        <textarea
          ref={own}
          rows={1}
          dir="auto"
          className={`${field} resize-none py-[7px] field-sizing-content touch:py-[9px]`}
          defaultValue={line.text}
          aria-label={t('settings.memory.line', { number })}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget }) => void save(currentTarget)}
        />
        <IconButton
          label={t('settings.memory.delete', { number })}
          icon={Trash2}
          size={16}
          hasTip
          onClick={(event) => void forget(event)}
        />
      </div>
      <Problem problem={problem} className="mt-1" />
    </li>
  );
}

async function restore(line: MemoryLine): Promise<void> {
  const problem = await rememberLine(line.text, line.id);
  if (problem) notifyMessage('error', problem);
}
