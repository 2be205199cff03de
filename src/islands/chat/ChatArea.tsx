import { ChatDialogs } from '#islands/chat/dialogs/ChatDialogs.tsx';
import { ChatScreen } from '#islands/chat/ChatScreen.tsx';
import {
  ContinueScreen,
  GalleryScreen,
  GptsScreen,
  SettingsScreen,
  UnknownScreen,
} from '#islands/chat/screens.tsx';
import { GuardedPart } from '#islands/chat/GuardedPart.tsx';
import { NewVersionBanner } from '#islands/chat/controls/NewVersion.tsx';
import { Sidebar } from '#islands/chat/sidebar/Sidebar.tsx';
import { TopBar } from '#islands/chat/topBar/TopBar.tsx';
import { runShortcut, useShortcuts } from '#islands/chat/useShortcuts.ts';
import { useTarget } from '#islands/chat/useTarget.ts';
import { focusScreen, openClickedLink } from '#islands/chat/links.ts';
import { ErrorBoundary } from '#islands/shared/ErrorBoundary.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useIdle } from '#islands/shared/useIdle.ts';
import { ToastStack } from '#islands/toasts/ToastStack.tsx';
import { watchConversations } from '#stores/conversations/chatUpdates.ts';
import { watchQueue } from '#stores/chat/sendQueue.ts';
import { startChat } from '#stores/chat/chatStart.ts';
import { $route, type ChatRoute, watchAddress } from '#stores/route/route.ts';
import { watchSignIn } from '#stores/account/signInWatch.ts';
import { $redeemOpen } from '#stores/account/redeemDialog.ts';
import { $sidebarOpen } from '#stores/route/sidebar.ts';
import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useLayoutEffect } from 'react';

const GiftDialog = lazyPart(
  async () => (await import('#islands/chat/dialogs/GiftDialog.tsx')).GiftDialog,
);

/** The sidebar and the screen. In the page's HTML it is the shell: the sidebar and an empty chat. */
export function ChatArea() {
  const { language, t } = useText();
  const route = useStore($route);
  const drawerOpen = useStore($sidebarOpen);
  const isRedeeming = useStore($redeemOpen);
  const hasGiftDialog = useIdle() || isRedeeming;
  useShortcuts(language);
  // Before the effects of all parts, whose calls wait for the start.
  useLayoutEffect(() => void startChat(language), [language]);
  useEffect(() => {
    const endings = [watchAddress(), watchConversations(), watchSignIn(), watchQueue()];
    document.addEventListener('click', openClickedLink);
    return () => {
      for (const unfollow of endings) unfollow();
      document.removeEventListener('click', openClickedLink);
    };
  }, []);
  return (
    <div className="relative flex h-[calc(var(--chat-height,100dvh)-var(--demo-height))] overflow-clip print:block print:h-auto print:overflow-visible">
      <a
        href="#screen"
        className="button fixed top-2 left-2 z-30 translate-y-[calc(-100%-1rem)] focus:translate-y-0"
        onClick={skipToScreen}
      >
        {t('chat.skip')}
      </a>
      <GuardedPart part="sidebar">
        <Sidebar />
      </GuardedPart>
      <main id="screen" className="flex min-w-0 flex-1 flex-col print:block" inert={drawerOpen}>
        <GuardedPart part="bar">
          <TopBar />
        </GuardedPart>
        <NewVersionBanner />
        <GuardedPart part="screen" resetKey={route?.screen}>
          <Screen route={route} />
        </GuardedPart>
      </main>
      <GuardedPart part="dialog">
        {hasGiftDialog && <GiftDialog />}
        <ChatDialogs onCommand={(name) => runShortcut(name, language)} />
      </GuardedPart>
      <ErrorBoundary fallback={null} resetKey={undefined}>
        <ToastStack />
      </ErrorBoundary>
    </div>
  );
}

function Screen({ route }: { route: ChatRoute | undefined }) {
  const chat = useTarget(route);
  switch (route?.screen) {
    case undefined:
    case 'start':
    case 'chat':
      return <ChatScreen {...chat} hasRoute={route !== undefined} />;
    case 'gpts':
      return <GptsScreen />;
    case 'media':
      return <GalleryScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'continue':
      return <ContinueScreen shareId={route.shareId} />;
    case 'unknown':
      return <UnknownScreen />;
  }
}

function skipToScreen(event: MouseEvent): void {
  event.preventDefault();
  focusScreen();
}
