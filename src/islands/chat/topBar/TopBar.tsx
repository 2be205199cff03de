import { chatPath } from '#domain/chat/chatPaths.ts';
import { NewTabLink, SidebarButton } from '#islands/chat/topBar/TopBarButtons.tsx';
import { useSubject, type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { TemporaryButton } from '#islands/chat/topBar/TemporaryButton.tsx';
import { useWatches } from '#islands/chat/topBar/useWatches.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $pathTarget } from '#stores/conversations/conversationTarget.ts';
import { $route } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { SquarePen, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useOpenConversation } from '#islands/chat/subject/useOpenConversation.ts';
import { ModelSwitch } from '#islands/chat/models/ModelSwitch.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { $hasProviderOutage, dismissProviderOutage } from '#stores/models/providerOutage.ts';
import { $hasUnread } from '#stores/conversations/activity.ts';
import { $unseenEnd } from '#stores/answers/unseenEnd.ts';

const GptTitle = lazyPart(
  async () => (await import('#islands/chat/topBar/GptTitle.tsx')).GptTitle,
  { waiting: GptName },
);
const ConversationButtons = lazyPart(
  async () => (await import('#islands/chat/topBar/ConversationButtons.tsx')).ConversationButtons,
);
preloadNamed(globalThis.location?.pathname ?? '');

/** Fetches the parts that an address needs, together with the first requests. */
function preloadNamed(path: string): void {
  if (/\/chat\/g\//.test(path)) GptTitle.preload();
  if (/\/c\/[^/]+$/.test(path)) ConversationButtons.preload();
}

/** The bar above the screen: the sidebar's button, the title, and the chat's actions. It also sets the page's title. */
export function TopBar() {
  useWatches();
  useEffect(
    () =>
      whenIdle(() => {
        GptTitle.preload();
        ConversationButtons.preload();
      }),
    [],
  );
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
    <header className="flex h-14 shrink-0 items-center px-1 md:gap-1 md:px-4 short:h-11">
      <SidebarButton />
      <ChatTitle subject={subject} title={title} />
      <TemporaryButton subject={subject} />
      <NewTabLink />
      {conversation && <ConversationButtons conversation={conversation} />}
      {target && (
        <a
          href={chatPath(language, target)}
          className="icon-button px-2 text-14 md:hidden md:away:inline-flex"
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
  const ended = useUnseenEnd();
  const hasUnread = useStore($hasUnread);
  useEffect(() => {
    const text = ended ?? title;
    const name = text === '' ? 'Dolores' : `${text} · Dolores`;
    document.title = hasUnread || ended !== undefined ? `● ${name}` : name;
  }, [title, ended, hasUnread]);
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

/** The name of a GPT until the code of its title has arrived. */
function GptName({ subject }: { subject: Extract<Subject, { state: 'gpt' }> }) {
  return <p className="min-w-0 flex-1 truncate pl-1 font-medium">{subject.gpt.name}</p>;
}

/** The title in the bar: the model or GPT with its menu and the conversation's title, or the screen. */
function ChatTitle({ subject, title }: { subject: Subject; title: string }) {
  const thread = useStore($thread);
  const isGpt = subject.state === 'gpt';
  if ((!isGpt && subject.state !== 'model') || isSearch(subject)) {
    return (
      <p className="min-w-0 flex-1 truncate pl-1 font-medium" dir="auto">
        {title}
      </p>
    );
  }
  const threadTitle = thread.state === 'open' ? thread.title : undefined;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      {isGpt ? (
        <GptTitle subject={subject} />
      ) : (
        <ModelSwitch model={subject.model} inConversation={thread.conversationId !== undefined} />
      )}
      {threadTitle !== undefined && (
        <p className="min-w-0 flex-1 truncate text-soft max-lg:sr-only" dir="auto">
          {threadTitle}
        </p>
      )}
    </div>
  );
}

/** The warning of the specification that model providers have problems. It ends with them, or when it is dismissed. */
function ProviderOutageBanner() {
  const { t } = useText();
  const hasOutage = useStore($hasProviderOutage);
  return (
    <output className="block shrink-0">
      {hasOutage && (
        <span className="flex items-start gap-3 bg-sunken short:hidden py-1 pr-2 pl-4 text-14">
          <TriangleAlert aria-hidden="true" size={18} className="my-2.5 shrink-0 text-warning" />
          <span className="my-2 min-w-0 flex-1">{t('models.disturbed')}</span>
          <IconButton label={t('composer.close')} icon={X} onClick={dismissProviderOutage} />
        </span>
      )}
    </output>
  );
}

/**
 * Returns a title for the page when an answer has ended while the page was hidden, until the page is visible again;
 * otherwise `undefined`. Users who want it get a system notification too.
 */
function useUnseenEnd(): string | undefined {
  const { t } = useText();
  const end = useStore($unseenEnd);
  const text = end && t(end.text.key, end.text.values);
  useEffect(() => {
    if (text === undefined || end === undefined) return undefined;
    end.show(text);
    const forget = (): void => {
      if (document.visibilityState === 'visible') $unseenEnd.set(undefined);
    };
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, [text, end]);
  return text;
}
