import { titleMaxCharacters } from '#domain/chat/chat.ts';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { renameConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { type FormEvent, useLayoutEffect, useRef } from 'react';

/** A new title for a conversation, which need not be in the sidebar's list. */
export function RenameDialog({ conversation: { id, title } }: { conversation: ConversationCard }) {
  const { t } = useText();
  const box = useRef<HTMLInputElement>(null);
  // After the effect of the frame, which opens the dialog.
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void renameConversation(id, box.current?.value ?? '');
    closeChatDialog();
  };
  return (
    <DialogFrame title={t('conversations.menu.rename')}>
      <form method="post" onSubmit={save}>
        <input
          ref={box}
          className={field}
          dir="auto"
          required
          autoComplete="off"
          defaultValue={title}
          maxLength={titleMaxCharacters}
          aria-label={t('conversations.rename')}
        />
        <div className="dialog-actions">
          <button type="submit" className="button">
            {t('conversations.menu.rename')}
          </button>
          <Button look="quiet" onClick={closeChatDialog}>
            {t('chat.edit.cancel')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
