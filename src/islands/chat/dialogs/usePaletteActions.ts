import { useOpenConversation } from '#islands/chat/subject/useOpenConversation.ts';
import { takesTemporary, useSubject } from '#islands/chat/subject/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';
import { archiveConversation } from '#stores/conversations/conversationChanges.ts';
import { $pathTarget } from '#stores/conversations/conversationTarget.ts';
import { switchTemporary } from '#stores/conversations/temporary.ts';
import { $savedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { $route } from '#stores/route/route.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';

/** A row of the palette that has no shortcut. */
export type PaletteAction = { key: string; title: string; run: () => void };

/** Returns what can be done with the open conversation, or the new chat, and its GPT. */
export function usePaletteActions(): PaletteAction[] {
  const forConversation = useConversationActions();
  const forNewChat = useNewChatActions();
  const forGpt = useGptActions();
  return [...forConversation, ...forNewChat, ...forGpt];
}

function useConversationActions(): PaletteAction[] {
  const { t } = useText();
  const conversation = useOpenConversation();
  if (!conversation) return [];
  return [
    {
      key: 'rename',
      title: t('conversations.menu.rename'),
      run: () => openChatDialog({ dialog: 'rename', conversation }),
    },
    {
      key: 'share',
      title: t('conversations.share.title'),
      run: () => openChatDialog({ dialog: 'share', conversation }),
    },
    {
      key: 'clear',
      title: t('conversations.clear'),
      run: () => openChatDialog({ dialog: 'clear', conversation }),
    },
    {
      key: 'archive',
      title: t('conversations.menu.archive'),
      run: () => void archiveConversation(conversation),
    },
  ];
}

function useNewChatActions(): PaletteAction[] {
  const { t } = useText();
  const route = useStore($route);
  const thread = useStore($thread);
  const subject = useSubject(useStore($pathTarget));
  const isNew = thread.state === 'open' && thread.all.length === 0;
  if (!isNew || route?.screen !== 'chat' || !takesTemporary(subject)) return [];
  return [{ key: 'temporary', title: t('chat.temporary.title'), run: switchTemporary }];
}

function useGptActions(): PaletteAction[] {
  const { t } = useText();
  const route = useStore($route);
  const saved = useStore($savedGpts);
  const target = route?.screen === 'chat' ? route.target : undefined;
  if (target?.group !== 'g') return [];
  const { gpt } = target;
  const isSaved = saved?.includes(gpt) === true;
  return [
    {
      key: 'save',
      title: t(isSaved ? 'chat.gpt.unsave' : 'chat.gpt.save'),
      run: () => void toggleSaved(gpt),
    },
    {
      key: 'report',
      title: t('chat.gpt.report'),
      run: () => openChatDialog({ dialog: 'report', gpt }),
    },
  ];
}
