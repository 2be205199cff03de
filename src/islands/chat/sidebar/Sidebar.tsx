import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { ConversationList } from '#islands/chat/sidebar/ConversationList.tsx';
import { GptShortcuts } from '#islands/chat/sidebar/GptShortcuts.tsx';
import { ModelGroups } from '#islands/chat/sidebar/ModelGroups.tsx';
import { SidebarLink, row } from '#islands/chat/sidebar/SidebarLink.tsx';
import { SidebarUser } from '#islands/chat/sidebar/SidebarUser.tsx';
import { switchSidebar, useDrawer } from '#islands/chat/sidebar/useDrawer.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useIdle } from '#islands/shared/useIdle.ts';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { $firstChat } from '#stores/chat/chatStart.ts';
import { $route } from '#stores/route/route.ts';
import { $sidebarOpen, closeSidebar } from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import {
  Globe,
  Images,
  LayoutGrid,
  MessageCircle,
  PanelLeft,
  Search,
  SquarePen,
  X,
} from 'lucide-react';
import { useRef } from 'react';

const ResizeHandle = lazyPart(
  async () => (await import('#islands/chat/sidebar/ResizeHandle.tsx')).ResizeHandle,
);

/** The sidebar, 240 px wide until the user widens or hides it. Below 768 px it is a drawer. */
export function Sidebar() {
  const { t } = useText();
  const open = useStore($sidebarOpen);
  const drawer = useDrawer(open);
  const wasIdle = useIdle();
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  return (
    <>
      {open && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-10 bg-(--backdrop) md:hidden"
          onClick={closeSidebar}
        />
      )}
      {/* An opening drawer is visible at once, because hidden elements cannot take the focus. */}
      <nav
        ref={drawer}
        id="sidebar"
        aria-label={t('chat.sidebar.label')}
        className={`relative flex w-[clamp(240px,var(--sidebar-width,15rem),36vw)] max-md:w-[calc(min(15rem,85vw)+env(safe-area-inset-left))] max-md:pl-[env(safe-area-inset-left)] shrink-0 flex-col md:away:hidden border-r border-line bg-sunken max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-20 ${open ? 'max-md:transition-[translate]' : 'max-md:invisible max-md:-translate-x-full max-md:transition-[translate,visibility]'}`}
      >
        <Header />
        <div
          ref={scroller}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2"
        >
          <div ref={above} className="pb-1">
            <NewChat />
            <Entries />
            <ModelGroups />
          </div>
          <ConversationList scroller={scroller} above={above} />
        </div>
        <SidebarUser />
        {wasIdle && <ResizeHandle />}
      </nav>
    </>
  );
}

function Header() {
  const { t, language } = useText();
  return (
    <div className="flex h-14 shrink-0 items-center pr-2 pl-5">
      <a
        href={homePath(language)}
        aria-label={t('chat.home')}
        className="min-w-0 flex-1 truncate text-18 leading-11 font-bold"
      >
        Dolores
      </a>
      {/* In the drawer, the link has no row of its own. */}
      <a
        href={useNewChatPath()}
        className="icon-button md:hidden"
        aria-label={t('chat.newChat')}
        title={t('chat.newChat')}
      >
        <SquarePen aria-hidden="true" size={18} />
      </a>
      <IconButton
        label={t('conversations.search.open')}
        icon={Search}
        hasTip
        aria-haspopup="dialog"
        onClick={() => openChatDialog({ dialog: 'search' })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('chat.sidebar.close')}
        title={t('chat.sidebar.close')}
        aria-controls="sidebar"
        aria-expanded="true"
        onClick={switchSidebar}
      >
        <X aria-hidden="true" size={20} className="md:hidden" />
        <PanelLeft aria-hidden="true" size={18} className="max-md:hidden" />
      </button>
    </div>
  );
}

function NewChat() {
  const { t } = useText();
  return (
    <a href={useNewChatPath()} className={`${row} font-medium hover:bg-line max-md:hidden`}>
      <SquarePen aria-hidden="true" size={18} className="shrink-0" />
      <span>{t('chat.newChat')}</span>
    </a>
  );
}

/** Returns the path of an empty chat with the model, GPT or search of the open chat, else with the first one. */
function useNewChatPath(): string {
  const { language } = useText();
  const route = useStore($route);
  const firstChat = useStore($firstChat);
  return chatPath(language, route?.screen === 'chat' ? route.target : firstChat);
}

/** The screens, in the drawer two in a row, then GPTs. The entry of the settings is beside the user. */
function Entries() {
  const { t, language } = useText();
  const firstChat = useStore($firstChat);
  const entries = [
    { key: 'search', href: chatScreenPath(language, 'search'), icon: Globe },
    { key: 'chat', href: chatPath(language, firstChat), icon: MessageCircle },
    { key: 'media', href: chatScreenPath(language, 'media'), icon: Images },
    { key: 'gpts', href: chatScreenPath(language, 'gpts'), icon: LayoutGrid },
  ];
  return (
    <>
      {/* Large text and long words need a row for each. */}
      <ul className="max-md:flex max-md:flex-wrap max-md:*:min-w-[44%] max-md:*:flex-auto">
        {entries.map(({ key, href, icon: Icon }) => (
          <li key={key}>
            <SidebarLink
              href={href}
              tip={t(`chat.sidebar.${key}Tip`)}
              // A GPT has a link of its own below.
              isQuiet={key === 'chat' && firstChat.group === 'g'}
              className="max-md:pr-0"
            >
              <Icon aria-hidden="true" size={18} className="shrink-0 text-faint" />
              <span>{t(`chat.sidebar.${key}`)}</span>
            </SidebarLink>
          </li>
        ))}
      </ul>
      <GptShortcuts />
    </>
  );
}
