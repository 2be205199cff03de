import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $isTemporary } from '#stores/conversations/temporary.ts';
import { useStore } from '@nanostores/react';

/** Says what a temporary chat is. */
export function TemporaryNote() {
  const { t } = useText();
  return useStore($isTemporary) ? (
    <ComposerNote text={t('chat.temporary.note')} isDismissable />
  ) : null;
}
