import type { Language } from '#domain/languages/languages.ts';
import { type ChatTarget, chatPath } from '#domain/chat/chatPaths.ts';
import { loadChatSettings } from '#stores/chat/chatSettings.ts';
import { loadConversations } from '#stores/conversations/conversations.ts';
import { $models, loadModels } from '#stores/models/models.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { $recentGpts, loadRecentGpts } from '#stores/gpts/recent.ts';
import { $route, replacePath } from '#stores/route/route.ts';
import { $savedGpts, loadSavedGpts } from '#stores/gpts/saved.ts';
import { startBeforeOthers } from '#stores/account/startup.ts';
import { $user } from '#stores/account/user.ts';
import { computed } from 'nanostores';

const firstModel = { group: 'openai', model: 'gpt-3.5-turbo' } as const;

/**
 * The target of the sidebar's chat entry: the first recent GPT, else the first saved one, else GPT-3.5-turbo, or the first
 * available model if the server does not offer that one.
 */
export const $firstChat = computed(
  [$recentGpts, $savedGpts, $models],
  (recent, saved, { models }): ChatTarget => {
    const gpt = recent?.[0] ?? saved?.[0];
    if (gpt !== undefined) return { group: 'g', gpt };
    const other = models.find(({ kind, available }) => kind === 'text' && available);
    if (!other || models.some(({ id }) => id === firstModel.model)) return firstModel;
    return { group: other.group, model: other.id };
  },
);

/**
 * Starts the chat area: loads the user, then everything around the conversation. Visitors go to the login page. Called
 * before any part of the chat area makes a call.
 */
export async function startChat(language: Language): Promise<void> {
  await startBeforeOthers();
  if ($user.get().state === 'visitor') return goToLogin();
  void loadModels(language);
  void loadConversations();
  void loadChatSettings();
  await Promise.all([loadRecentGpts(), loadSavedGpts()]);
  if ($route.get()?.screen === 'start') replacePath(chatPath(language, $firstChat.get()));
}
