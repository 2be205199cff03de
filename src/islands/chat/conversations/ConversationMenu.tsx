import { KeyCaps } from '#islands/chat/dialogs/KeyCaps.tsx';
import { useMenu } from '#islands/chat/controls/useMenu.ts';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { archiveConversation, pinConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { exportAddress } from '#stores/conversations/exports.ts';
import { Archive, Braces, FileText, Pencil, Pin, PinOff, Share2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  conversation: ConversationCard;
  /** The button that opened the menu, which is positioned next to it. */
  button: HTMLElement;
  onClose: () => void;
  onRename: () => void;
  onDelete: () => void;
};

/** The menu of a conversation: rename, pin, share, download, archive, delete. */
export function ConversationMenu({ conversation, button, onClose, onRename, onDelete }: Props) {
  const { t } = useText();
  const { menu, onKeyDown, close } = useMenu(button, onClose);
  const { id, title, pinned } = conversation;
  const closeThen = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={t('conversations.menu.label', { title })}
      className="menu text-[0.9375rem]"
      onKeyDown={onKeyDown}
    >
      <Item icon={<Pencil {...icon} />} keyName="F2" onChoose={closeThen(onRename)}>
        {t('conversations.menu.rename')}
      </Item>
      <Item
        icon={pinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        onChoose={closeThen(() => void pinConversation(id, !pinned))}
      >
        {t(pinned ? 'conversations.menu.unpin' : 'conversations.menu.pin')}
      </Item>
      <Item
        icon={<Share2 {...icon} />}
        onChoose={closeThen(() => openChatDialog({ dialog: 'share', conversation }))}
      >
        {t('conversations.menu.share')}
      </Item>
      <Download icon={<FileText {...icon} />} href={exportAddress('markdown', id)} onChoose={close}>
        {t('conversations.export.markdown')}
      </Download>
      <Download icon={<Braces {...icon} />} href={exportAddress('json', id)} onChoose={close}>
        {t('conversations.export.json')}
      </Download>
      <Item
        icon={<Archive {...icon} />}
        onChoose={closeThen(() => void archiveConversation(conversation))}
      >
        {t('conversations.menu.archive')}
      </Item>
      <Item
        icon={<Trash2 aria-hidden size={16} className="shrink-0" />}
        keyName="Delete"
        isDangerous
        onChoose={closeThen(onDelete)}
      >
        {t('conversations.menu.delete')}
      </Item>
    </div>
  );
}

const icon = { 'aria-hidden': true, size: 16, className: 'shrink-0 text-faint' } as const;

type ItemProps = {
  icon: ReactNode;
  children: string;
  onChoose: () => void;
  /** The key that does the same in the list. */
  keyName?: string;
  isDangerous?: boolean;
};

function Item({ icon: mark, children, onChoose, keyName, isDangerous = false }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isDangerous ? 'menu-item text-negative' : 'menu-item'}
      onClick={onChoose}
    >
      {mark}
      <span>{children}</span>
      {keyName !== undefined && (
        // The link in the list names its keys for screen readers.
        <span className="ml-auto pl-4 touch:hidden" aria-hidden="true">
          <KeyCaps keys={{ key: keyName }} />
        </span>
      )}
    </button>
  );
}

type DownloadProps = Pick<ItemProps, 'icon' | 'children' | 'onChoose'> & { href: string };

function Download({ icon: mark, children, onChoose, href }: DownloadProps) {
  return (
    <a role="menuitem" tabIndex={-1} className="menu-item" href={href} download onClick={onChoose}>
      {mark}
      <span>{children}</span>
    </a>
  );
}
