import { chatPath } from '#domain/chat/chatPaths.ts';
import {
  ConversationButtons,
  NewTabLink,
  SidebarButton,
} from '#islands/chat/topBar/TopBarButtons.tsx';
import { useOpenConversation } from '#islands/chat/topBar/useOpenConversation.ts';
import { ChatTitle } from '#islands/chat/topBar/ChatTitle.tsx';
import { ProviderOutageBanner } from '#islands/chat/topBar/ProviderOutageBanner.tsx';
import { useUnseenMediaEnd } from '#islands/chat/topBar/useUnseenMediaEnd.ts';
import { useSubject } from '#islands/chat/subject/useSubject.ts';
import { useWatches } from '#islands/chat/topBar/useWatches.ts';
import { useText } from '#islands/shared/text.tsx';
import { $pathTarget } from '#stores/conversations/conversationTarget.ts';
import { $route } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { SquarePen } from 'lucide-react';
import { useEffect } from 'react';

/** The bar above the screen: the sidebar's button, the title, and the chat's actions. It also sets the page's title. */
export function TopBar() {
  useWatches();
  return (
    <>
      <Bar />
      <ProviderOutageBanner />
    </>
  );
}

function Bar() {
  const { t, language } = useText();
  const route = useStore($route);
  const subject = useSubject(useStore($pathTarget));
  const target = route?.screen === 'chat' ? route.target : undefined;
  const conversation = useOpenConversation();
  const title = useTitle();
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 px-2 md:px-4 short:h-11">
      <SidebarButton />
      <ChatTitle subject={subject} title={title} />
      <NewTabLink />
      {conversation && <ConversationButtons conversation={conversation} />}
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

/** Returns the title of the conversation, of the chat's target, or of the screen, and sets the page's title. */
function useTitle(): string {
  const { t } = useText();
  const route = useStore($route);
  const thread = useStore($thread);
  const subject = useSubject(useStore($pathTarget));
  const threadTitle = thread.state === 'open' ? thread.title : undefined;
  const title = titleOf();
  const mediaEnd = useUnseenMediaEnd();
  useEffect(() => {
    const text = mediaEnd ?? title;
    document.title = text === '' ? 'Dolores' : `${text} · Dolores`;
  }, [title, mediaEnd]);
  return title;

  function titleOf(): string {
    switch (route?.screen) {
      case 'chat':
        return thread.state === 'missing'
          ? t('chat.missing.title')
          : (threadTitle ?? subject.name ?? '');
      case 'media':
      case 'gpts':
      case 'settings':
        return t(`chat.sidebar.${route.screen}`);
      default:
        return t('chat.title');
    }
  }
}
