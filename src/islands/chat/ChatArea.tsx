import { ChatScreen } from '#islands/chat/ChatScreen.tsx';
import { GptsScreen } from '#islands/chat/GptsScreen.tsx';
import { SettingsScreen } from '#islands/chat/SettingsScreen.tsx';
import { Sidebar } from '#islands/chat/Sidebar.tsx';
import { TopBar } from '#islands/chat/TopBar.tsx';
import { GiftDialog } from '#islands/chat/GiftDialog.tsx';
import { Missing } from '#islands/chat/Missing.tsx';
import { useTarget } from '#islands/chat/useTarget.ts';
import { openClickedLink } from '#islands/chat/links.ts';
import { useText } from '#islands/shared/text.tsx';
import { ToastStack } from '#islands/toasts/ToastStack.tsx';
import { startChat } from '#stores/chatStart.ts';
import { $route, type ChatRoute, followAddress } from '#stores/route.ts';
import { $sidebarOpen } from '#stores/sidebar.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/** Sidebar and screen. Until the page is alive it is the pre-rendered shell: sidebar and an empty chat. */
export function ChatArea() {
  const { language } = useText();
  const route = useStore($route);
  const drawerOpen = useStore($sidebarOpen);
  useEffect(() => {
    const unfollow = followAddress();
    void startChat(language);
    return unfollow;
  }, [language]);
  return (
    <div className="flex h-dvh" onClick={openClickedLink}>
      <Sidebar />
      <main className="flex min-w-0 flex-1 flex-col" inert={drawerOpen}>
        <TopBar />
        <Screen route={route} />
      </main>
      <GiftDialog />
      <ToastStack />
    </div>
  );
}

function Screen({ route }: { route: ChatRoute | undefined }) {
  const { t } = useText();
  const target = useTarget(route);
  switch (route?.screen) {
    case undefined:
    case 'start':
    case 'chat':
      return <ChatScreen target={target} alive={route !== undefined} />;
    case 'gpts':
      return <GptsScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'search':
      return <Missing title={t('chat.search.title')} says={t('chat.search.explanation')} models />;
    case 'unknown':
      return <Missing title={t('chat.missing.title')} says={t('chat.missing.path')} models />;
  }
}
