import type { Language } from '#domain/languages/languages.ts';
import { newTabPath } from '#domain/chat/chatPaths.ts';
import { openGptPath } from '#domain/gpts/gptPaths.ts';
import { switchSidebar } from '#islands/chat/sidebar/useDrawer.ts';
import { useText } from '#islands/shared/text.tsx';
import { $route, type ChatRoute } from '#stores/route/route.ts';
import { $sidebarOpen } from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import { ExternalLink, Menu, PanelLeft } from 'lucide-react';

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
