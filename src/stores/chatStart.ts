import type { Language } from '#domain/languages.ts';
import { type ChatTarget, chatPath } from '#domain/urls.ts';
import { loadChatSettings } from '#stores/chatSettings.ts';
import { loadConversations } from '#stores/conversations.ts';
import { loadModels } from '#stores/models.ts';
import { goToLogin } from '#stores/navigation.ts';
import { $recentGpts, loadRecentGpts } from '#stores/recent.ts';
import { $route, replacePath } from '#stores/route.ts';
import { $savedGpts, loadSavedGpts } from '#stores/saved.ts';
import { startUntilUserKnown } from '#stores/startup.ts';
import { $user } from '#stores/user.ts';
import { computed } from 'nanostores';

/** The sidebar's chat entry: the first recent GPT, else the first saved one, else GPT-3.5-turbo. */
export const $firstChat = computed([$recentGpts, $savedGpts], (recent, saved): ChatTarget => {
  const gpt = recent?.[0] ?? saved?.[0];
  return gpt === undefined ? { group: 'openai', model: 'gpt-3.5-turbo' } : { group: 'g', gpt };
});

/** The chat area's start: who is here, then everything around the conversation. Visitors go to the login page. */
export async function startChat(language: Language): Promise<void> {
  await startUntilUserKnown();
  if ($user.get().state === 'visitor') return goToLogin();
  void loadModels(language);
  void loadConversations();
  void loadChatSettings();
  await Promise.all([loadRecentGpts(), loadSavedGpts()]);
  if ($route.get()?.screen === 'start') replacePath(chatPath(language, $firstChat.get()));
}
