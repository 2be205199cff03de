import { gptPath } from '#domain/gpts/gptPaths.ts';
import { useMenu } from '#islands/chat/controls/useMenu.ts';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import type { Gpt } from '#stores/gpts/gpts.ts';
import { $savedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';
import { Flag, Info, Star } from 'lucide-react';

type Props = {
  gpt: Gpt;
  /** The button that opened the menu, which is positioned next to it. */
  button: HTMLElement;
  onClose: () => void;
};

/** The menu of a GPT in its chat: save, its page, report. */
export function GptMenu({ gpt, button, onClose }: Props) {
  const { t, language } = useText();
  const { menu, onKeyDown, close } = useMenu(button, onClose, 'start');
  const isSaved = useStore($savedGpts)?.includes(gpt.id) === true;
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
      aria-label={t('chat.gpt.menu', { name: gpt.name })}
      className="menu text-[0.9375rem]"
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className="menu-item"
        onClick={closeThen(() => void toggleSaved(gpt.id))}
      >
        <Star
          {...icon}
          className={isSaved ? 'shrink-0 fill-current text-accent' : 'shrink-0 text-faint'}
        />
        <span>{t(isSaved ? 'chat.gpt.unsave' : 'chat.gpt.save')}</span>
      </button>
      <a role="menuitem" tabIndex={-1} className="menu-item" href={gptPath(language, gpt.id)}>
        <Info {...icon} className="shrink-0 text-faint" />
        <span>{t('chat.about')}</span>
      </a>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className="menu-item"
        onClick={closeThen(() => openChatDialog({ dialog: 'report', gpt: gpt.id }))}
      >
        <Flag {...icon} className="shrink-0 text-faint" />
        <span>{t('chat.gpt.report')}</span>
      </button>
    </div>
  );
}

const icon = { 'aria-hidden': true, size: 16 } as const;
