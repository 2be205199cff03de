import { ArchivedSection } from '#islands/chat/settings/ArchivedSection.tsx';
import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { CreditsSection } from '#islands/chat/settings/CreditsSection.tsx';
import { LimitsSection } from '#islands/chat/settings/LimitsSection.tsx';
import { InstructionsSection } from '#islands/chat/settings/InstructionsSection.tsx';
import { MemorySection } from '#islands/chat/settings/MemorySection.tsx';
import { NotificationsSection } from '#islands/chat/settings/NotificationsSection.tsx';
import { ProfileSection } from '#islands/chat/settings/ProfileSection.tsx';
import { SessionsSection } from '#islands/chat/settings/SessionsSection.tsx';
import {
  ArchiveSection,
  DeleteConversations,
  ExportConversations,
  ShortcutsSection,
} from '#islands/chat/settings/ActionSections.tsx';
import { EverywhereSection } from '#islands/chat/settings/EverywhereSection.tsx';
import { DeletedSection } from '#islands/chat/settings/DeletedSection.tsx';
import { DeletionSection } from '#islands/chat/settings/DeletionSection.tsx';
import { DisplayMode, LanguageChoice } from '#islands/chat/settings/DisplaySettings.tsx';
import { ImportConversations } from '#islands/chat/settings/ImportConversations.tsx';
import { SettingsContents } from '#islands/chat/settings/SettingsContents.tsx';
import { SharedLinks } from '#islands/chat/settings/SharedLinks.tsx';
import { SupportSection } from '#islands/chat/settings/SupportSection.tsx';
import { UsageSection } from '#islands/chat/settings/UsageSection.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $supportMessages, loadSupportMessages } from '#stores/account/support.ts';
import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, type ReactNode, useRef } from 'react';

/** A section of the page. `id` is its fragment (`/en/chat/settings#language`), `title` the key of its heading. */
type Section = { id: string; title: string; Content: ComponentType };

/** The section that is shown only if there are messages. */
const supportId = 'support';

/** Sections about one thing. `title` is the key of their heading. */
type Group = { title: string; isDangerous?: boolean; sections: readonly Section[] };

/** The groups and their sections in their order. */
const groups: readonly Group[] = [
  {
    title: 'settings.group.account',
    sections: [
      { id: 'profile', title: 'settings.profile.title', Content: ProfileSection },
      { id: 'sessions', title: 'settings.sessions.title', Content: SessionsSection },
      { id: 'notifications', title: 'settings.notifications.title', Content: NotificationsSection },
    ],
  },
  {
    title: 'settings.group.appearance',
    sections: [
      { id: 'display', title: 'chat.settings.mode', Content: DisplayMode },
      { id: 'language', title: 'chat.settings.language', Content: LanguageChoice },
    ],
  },
  {
    title: 'settings.group.chat',
    sections: [
      { id: 'chat', title: 'conversations.settings.title', Content: ChatSettingsForm },
      { id: 'instructions', title: 'settings.instructions.title', Content: InstructionsSection },
      { id: 'memory', title: 'settings.memory.title', Content: MemorySection },
      { id: 'shortcuts', title: 'conversations.shortcuts.title', Content: ShortcutsSection },
    ],
  },
  {
    title: 'settings.group.credits',
    sections: [
      { id: 'credits', title: 'settings.credits.title', Content: CreditsSection },
      { id: 'usage', title: 'settings.usage.title', Content: UsageSection },
      { id: 'limits', title: 'settings.limits.title', Content: LimitsSection },
      { id: supportId, title: 'settings.support.title', Content: SupportSection },
    ],
  },
  {
    title: 'settings.group.data',
    sections: [
      { id: 'shares', title: 'conversations.share.all', Content: SharedLinks },
      { id: 'archived', title: 'settings.archived.title', Content: ArchivedSection },
      { id: 'deleted', title: 'settings.deleted.title', Content: DeletedSection },
      { id: 'conversations', title: 'conversations.export.title', Content: ExportConversations },
      { id: 'import', title: 'conversations.import.title', Content: ImportConversations },
      { id: 'data', title: 'settings.takeAway.title', Content: ArchiveSection },
    ],
  },
  {
    title: 'settings.group.danger',
    isDangerous: true,
    sections: [
      { id: 'sign-out', title: 'settings.everywhere.title', Content: EverywhereSection },
      {
        id: 'delete-conversations',
        title: 'conversations.deleteAll.title',
        Content: DeleteConversations,
      },
      { id: 'delete-account', title: 'settings.deletion.title', Content: DeletionSection },
    ],
  },
];

/** All sections with the keys of their titles, for the palette. */
export const settingsSections = groups.flatMap(({ sections }) => sections);

/** Links to all sections, and the sections. The section of messages to the operator is shown if there are messages. */
export function AllSettings() {
  const messages = useStore($supportMessages);
  useEffect(() => void loadSupportMessages(), []);
  const isShown = ({ id }: Section): boolean => id !== supportId || messages.length > 0;
  const shown = groups.map((group) => ({ ...group, sections: group.sections.filter(isShown) }));
  useFragment(shown.flatMap(({ sections }) => sections).length);
  return (
    <div className="@container">
      <div className="gap-10 @min-[46rem]:grid @min-[46rem]:grid-cols-[13rem_minmax(0,1fr)]">
        <SettingsContents groups={shown} />
        <div className="grid min-w-0 gap-12">
          {shown.map((group) => (
            <SettingsGroup key={group.title} {...group} />
          ))}
        </div>
      </div>
    </div>
  );
}

function SettingsGroup({ title, isDangerous = false, sections }: Group) {
  const { t } = useText();
  const frame = isDangerous
    ? 'rounded-large border border-negative p-4 md:p-6'
    : 'border-t border-line pt-6 first:border-0 first:pt-0';
  return (
    <div className={`grid min-w-0 gap-8 ${frame}`}>
      <h2 className={isDangerous ? 'text-22 text-negative' : 'text-22'}>{t(title)}</h2>
      {sections.map(({ id, title: name, Content }) => (
        <SettingsSection key={id} id={id} title={name}>
          <Content />
        </SettingsSection>
      ))}
    </div>
  );
}

type Props = {
  /** The fragment of the section's address. */
  id: string;
  /** The key of its heading. */
  title: string;
  children: ReactNode;
};

/** A section of the settings. Its heading takes the focus when the address names it. */
function SettingsSection({ id, title, children }: Props) {
  const { t } = useText();
  return (
    <section className="min-w-0" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} className="mb-2 scroll-mt-1 text-18 @min-[46rem]:-scroll-mt-12">
        {t(title)}
      </h3>
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
