import { ChatSettingsForm } from '#islands/chat/settings/ChatSettingsForm.tsx';
import { ConversationFiles } from '#islands/chat/settings/ConversationFiles.tsx';
import { DisplayMode, LanguageChoice } from '#islands/chat/settings/DisplaySettings.tsx';
import { ImportConversations } from '#islands/chat/settings/ImportConversations.tsx';
import { SharedLinks } from '#islands/chat/settings/SharedLinks.tsx';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chatDialogs.ts';
import type { ReactNode } from 'react';

/** How it looks, how answers are made, and what happens to conversations. */
export function AllSettings() {
  const { t } = useText();
  return (
    <>
      <DisplayMode />
      <LanguageChoice />
      <Part title={t('conversations.settings.title')}>
        <ChatSettingsForm />
      </Part>
      <Part title={t('conversations.share.all')}>
        <SharedLinks />
      </Part>
      <Part title={t('conversations.export.title')}>
        <ConversationFiles />
      </Part>
      <Part title={t('conversations.import.title')}>
        <ImportConversations />
      </Part>
      <Part title={t('conversations.shortcuts.title')}>
        <button
          type="button"
          className="button button-quiet"
          aria-haspopup="dialog"
          onClick={() => openChatDialog({ dialog: 'shortcuts' })}
        >
          {t('conversations.shortcuts.open')}
        </button>
      </Part>
      <Part title={t('conversations.deleteAll.title')}>
        <p className="mb-3 text-14 text-soft">{t('conversations.deleteAll.explanation')}</p>
        <button
          type="button"
          className="button button-quiet text-negative"
          aria-haspopup="dialog"
          onClick={() => openChatDialog({ dialog: 'deleteAll' })}
        >
          {t('conversations.deleteAll.title')}
        </button>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-18">{title}</h2>
      {children}
    </section>
  );
}
