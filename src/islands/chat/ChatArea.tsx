import { ChatDialogs } from '#islands/chat/dialogs/ChatDialogs.tsx';
import { ChatScreen } from '#islands/chat/ChatScreen.tsx';
import { GalleryScreen } from '#islands/chat/media/GalleryScreen.tsx';
import { GptsScreen } from '#islands/chat/gpts/GptsScreen.tsx';
import { SettingsScreen } from '#islands/chat/settings/SettingsScreen.tsx';
import { Sidebar } from '#islands/chat/sidebar/Sidebar.tsx';
import { TopBar } from '#islands/chat/topBar/TopBar.tsx';
import { GiftDialog } from '#islands/chat/dialogs/GiftDialog.tsx';
import { Missing } from '#islands/chat/Missing.tsx';
import { useShortcuts } from '#islands/chat/useShortcuts.ts';
import { useTarget } from '#islands/chat/useTarget.ts';
import { focusScreen, openClickedLink } from '#islands/chat/links.ts';
import { useText } from '#islands/shared/text.tsx';
import { ToastStack } from '#islands/toasts/ToastStack.tsx';
import { watchConversations } from '#stores/conversations/chatUpdates.ts';
import { watchSignIn, startChat } from '#stores/chat/chatStart.ts';
import { $route, type ChatRoute, watchAddress } from '#stores/chat/route.ts';
import { $sidebarOpen } from '#stores/chat/sidebar.ts';
import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';

/** Sidebar and screen. Until the page is alive it is the pre-rendered shell: sidebar and an empty chat. */
export function ChatArea() {
  const { language, t } = useText();
  const route = useStore($route);
  const drawerOpen = useStore($sidebarOpen);
  useShortcuts(language);
  useEffect(() => {
    const unfollow = watchAddress();
    document.addEventListener('click', openClickedLink);
    const unfollowConversations = watchConversations();
    const unfollowAccount = watchSignIn();
    void startChat(language);
    return () => {
      unfollow();
      unfollowConversations();
      unfollowAccount();
      document.removeEventListener('click', openClickedLink);
    };
  }, [language]);
  return (
    <div className="flex h-[calc(var(--chat-height,100dvh)-var(--demo-height))]">
      <a
        href="#screen"
        className="button fixed top-2 left-2 z-30 translate-y-[calc(-100%-1rem)] focus:translate-y-0"
        onClick={skipToScreen}
      >
        {t('chat.skip')}
      </a>
      <Sidebar />
      <main id="screen" className="flex min-w-0 flex-1 flex-col" inert={drawerOpen}>
        <TopBar />
        <Screen route={route} />
      </main>
      <GiftDialog />
      <ChatDialogs />
      <ToastStack />
    </div>
  );
}

function Screen({ route }: { route: ChatRoute | undefined }) {
  const { t } = useText();
  const chat = useTarget(route);
  switch (route?.screen) {
    case undefined:
    case 'start':
    case 'chat':
      return <ChatScreen {...chat} alive={route !== undefined} />;
    case 'gpts':
      return (
        <Page>
          <GptsScreen />
        </Page>
      );
    case 'media':
      return (
        <Page>
          <GalleryScreen />
        </Page>
      );
    case 'settings':
      return (
        <Page>
          <SettingsScreen />
        </Page>
      );
    case 'unknown':
      return (
        <Page>
          <Missing title={t('chat.missing.title')} says={t('chat.missing.path')} models />
        </Page>
      );
  }
}

/** A screen that is no conversation: one column that scrolls. */
function Page({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto max-w-190 px-4 pt-4 pb-8">{children}</div>
    </div>
  );
}

function skipToScreen(event: MouseEvent): void {
  event.preventDefault();
  focusScreen();
}
