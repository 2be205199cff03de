import { isOfComposition } from '#domain/texts/composing.ts';
import { titleMaxCharacters } from '#domain/chat/chat.ts';
import { useText } from '#islands/shared/text.tsx';
import { renameConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';

type Props = {
  conversation: ConversationCard;
  /** `byKey`: whether a key ended it, after which the focus returns to the list. */
  onEnd: (id: string, byKey: boolean) => void;
};

/** A field for a new title. Enter and leaving the field save it, Escape does not. */
export function RenameField({ conversation: { id, title }, onEnd }: Props) {
  const { t } = useText();
  const box = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const end = (keep: boolean, byKey: boolean): void => {
    if (ended.current) return;
    ended.current = true;
    if (keep) void renameConversation(id, box.current?.value ?? '');
    onEnd(id, byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method is composing, Enter chooses a word.
    if (isOfComposition(event.nativeEvent) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    end(event.key === 'Enter', true);
  };
  return (
    <div>
      <input
        ref={box}
        // As high as the row, with the text at the same position, so that nothing moves.
        className="block h-8 touch:h-11 w-full rounded-small border border-line-strong bg-surface px-[11px] text-[0.9375rem] touch:text-16 -outline-offset-1"
        dir="auto"
        defaultValue={title}
        maxLength={titleMaxCharacters}
        aria-label={t('conversations.rename')}
        onKeyDown={onKeyDown}
        onBlur={() => end(true, false)}
      />
    </div>
  );
}
