import type { Language } from '#domain/languages/languages.ts';
import { newTabPath } from '#domain/chat/chatPaths.ts';
import { openGptPath } from '#domain/gpts/gptPaths.ts';
import { switchSidebar } from '#islands/chat/sidebar/useDrawer.ts';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';
import { $route, type ChatRoute } from '#stores/route/route.ts';
import { $sidebarOpen } from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import { BrushCleaning, ExternalLink, Menu, PanelLeft, Share2 } from 'lucide-react';

/** Opens the sidebar. Shown while the sidebar is a drawer or hidden. */
export function SidebarButton() {
  const { t } = useText();
  const open = useStore($sidebarOpen);
  return (
    <button
      type="button"
      className="icon-button md:hidden md:away:inline-flex"
      aria-label={t('chat.sidebar.open')}
      title={t('chat.sidebar.open')}
      aria-expanded={open}
      aria-controls="sidebar"
      onClick={switchSidebar}
    >
      <Menu aria-hidden="true" size={22} className="md:hidden" />
      <PanelLeft aria-hidden="true" size={20} className="max-md:hidden" />
    </button>
  );
}

/** Share, and Clear history. */
export function ConversationButtons({ conversation }: { conversation: ConversationCard }) {
  const { t } = useText();
  return (
    <>
      <button
        type="button"
        className="icon-button px-2 text-14"
        aria-haspopup="dialog"
        title={t('conversations.share.title')}
        onClick={() => openChatDialog({ dialog: 'share', conversation })}
      >
        <Share2 aria-hidden="true" size={18} />
        <span className="max-lg:sr-only">{t('conversations.share.button')}</span>
      </button>
      <button
        type="button"
        className="icon-button px-2 text-14"
        aria-haspopup="dialog"
        title={t('conversations.clearTip')}
        onClick={() => openChatDialog({ dialog: 'clear', conversation })}
      >
        <BrushCleaning aria-hidden="true" size={18} />
        <span className="max-lg:sr-only">{t('conversations.clear')}</span>
      </button>
    </>
  );
}

/** Opens a new chat with the same model, GPT or search in a new tab. */
export function NewTabLink() {
  const { t, language } = useText();
  const path = newTabOf(useStore($route), language);
  if (path === undefined) return null;
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      className="icon-button max-md:hidden"
      aria-label={t('conversations.newTab')}
      title={t('conversations.newTab')}
    >
      <ExternalLink aria-hidden="true" size={18} />
    </a>
  );
}

function newTabOf(route: ChatRoute | undefined, language: Language): string | undefined {
  if (route?.screen !== 'chat') return undefined;
  const { target } = route;
  if (target.group === 'search') return newTabPath(language, 'search');
  return target.group === 'g'
    ? openGptPath(target.gpt, language)
    : newTabPath(language, { model: target.model });
}
