import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { CreditsSection } from '#islands/chat/settings/CreditsSection.tsx';
import { NotificationsSection } from '#islands/chat/settings/NotificationsSection.tsx';
import { ProfileSection } from '#islands/chat/settings/ProfileSection.tsx';
import { SessionsSection } from '#islands/chat/settings/SessionsSection.tsx';
import {
  ArchiveSection,
  DeleteConversations,
  ExportConversations,
  ShortcutsSection,
} from '#islands/chat/settings/ActionSections.tsx';
import { DeletionSection } from '#islands/chat/settings/DeletionSection.tsx';
import { DisplayMode, LanguageChoice } from '#islands/chat/settings/DisplaySettings.tsx';
import { ImportConversations } from '#islands/chat/settings/ImportConversations.tsx';
import { SharedLinks } from '#islands/chat/settings/SharedLinks.tsx';
import { SupportSection } from '#islands/chat/settings/SupportSection.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $supportMessages, loadSupportMessages } from '#stores/account/support.ts';
import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, type ReactNode, useRef } from 'react';

/** A section of the page. `id` is its fragment (`/en/chat/settings#language`), `title` the key of its heading. */
type Section = { id: string; title: string; Content: ComponentType };

/** The sections in their order. */
const sections: readonly Section[] = [
  { id: 'profile', title: 'settings.profile.title', Content: ProfileSection },
  { id: 'display', title: 'chat.settings.mode', Content: DisplayMode },
  { id: 'language', title: 'chat.settings.language', Content: LanguageChoice },
  { id: 'chat', title: 'conversations.settings.title', Content: ChatSettingsForm },
  { id: 'sessions', title: 'settings.sessions.title', Content: SessionsSection },
  { id: 'credits', title: 'settings.credits.title', Content: CreditsSection },
  {
    id: 'notifications',
    title: 'settings.notifications.title',
    Content: NotificationsSection,
  },
  { id: 'support', title: 'settings.support.title', Content: SupportSection },
  { id: 'shares', title: 'conversations.share.all', Content: SharedLinks },
  { id: 'shortcuts', title: 'conversations.shortcuts.title', Content: ShortcutsSection },
  { id: 'conversations', title: 'conversations.export.title', Content: ExportConversations },
  { id: 'import', title: 'conversations.import.title', Content: ImportConversations },
  {
    id: 'delete-conversations',
    title: 'conversations.deleteAll.title',
    Content: DeleteConversations,
  },
  { id: 'data', title: 'settings.takeAway.title', Content: ArchiveSection },
  { id: 'delete-account', title: 'settings.deletion.title', Content: DeletionSection },
];

type Props = {
  /** The fragment of the section's address. */
  id: string;
  /** The key of its heading. */
  title: string;
  children: ReactNode;
};

/** Links to all sections, and the sections. The section of messages to the operator is shown if there are messages. */
export function AllSettings() {
  const { t } = useText();
  const messages = useStore($supportMessages);
  useEffect(() => void loadSupportMessages(), []);
  const shown = sections.filter(({ id }) => id !== 'support' || messages.length > 0);
  useFragment(shown.length);
  return (
    <>
      <nav aria-label={t('settings.contents')}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14">
          {shown.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-8 items-center text-accent hover:underline touch:min-h-11"
              >
                {t(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(({ id, title, Content }) => (
        <SettingsSection key={id} id={id} title={title}>
          <Content />
        </SettingsSection>
      ))}
    </>
  );
}

/** A section of the settings. Its heading takes the focus when the address names it. */
function SettingsSection({ id, title, children }: Props) {
  const { t } = useText();
  return (
    <section className="min-w-0" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-2 w-fit max-w-full scroll-mt-4 rounded-small text-18">
        {t(title)}
      </h2>
      {children}
    </section>
  );
}

/**
 * Scrolls once to the heading that the address names, and focuses it, because it did not exist when the browser looked
 * for it. `shown` is the number of sections, of which one may appear later: it does not take the focus from another
 * element. The browser itself handles later changes of the fragment.
 */
function useFragment(shown: number): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || shown === 0) return;
    const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!heading) return;
    isDone.current = true;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }, [shown]);
}
