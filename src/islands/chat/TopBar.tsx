import { chatPath } from '#domain/urls.ts';
import { useSubject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { $route } from '#stores/route.ts';
import { $sidebarOpen, openSidebar } from '#stores/sidebar.ts';
import { $thread } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';
import { Menu, SquarePen } from 'lucide-react';
import { useEffect } from 'react';

/** Above the screen: the way into the drawer, what the chat is with, and a new chat. Also names the page. */
export function TopBar() {
  const { t, language } = useText();
  const open = useStore($sidebarOpen);
  const route = useStore($route);
  const target = route?.screen === 'chat' ? route.target : undefined;
  const title = useTitle();
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 px-2 md:px-4">
      <button
        type="button"
        className="icon-button md:hidden"
        aria-label={t('chat.sidebar.open')}
        aria-expanded={open}
        aria-controls="sidebar"
        onClick={openSidebar}
      >
        <Menu aria-hidden="true" size={22} />
      </button>
      <p className="min-w-0 flex-1 truncate font-medium" dir="auto">
        {title}
      </p>
      {target && (
        <a
          href={chatPath(language, target)}
          className="icon-button px-2 text-14"
          title={t('chat.newChat')}
        >
          <SquarePen aria-hidden="true" size={18} />
          <span className="max-md:sr-only">{t('chat.newChat')}</span>
        </a>
      )}
    </header>
  );
}

/** What the screen is called: the conversation, else whom the chat is with, else the screen. */
function useTitle(): string {
  const { t } = useText();
  const route = useStore($route);
  const thread = useStore($thread);
  const subject = useSubject(route?.screen === 'chat' ? route.target : undefined);
  const name = 'name' in subject ? (subject.name ?? '') : '';
  const inThread = thread.state === 'open' ? thread.title : undefined;
  const title = titleOf();
  useEffect(() => {
    document.title = title === '' ? 'Dolores' : `${title} · Dolores`;
  }, [title]);
  return title;

  function titleOf(): string {
    switch (route?.screen) {
      case 'chat':
        return inThread ?? name;
      case 'search':
      case 'gpts':
      case 'settings':
        return t(`chat.sidebar.${route.screen}`);
      default:
        return t('chat.title');
    }
  }
}
