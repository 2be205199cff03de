import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { preloadMarkdown } from '#islands/chat/answerParts/Markdown.tsx';
import { resumeEarlyQuestion } from '#stores/chat/chat.ts';
import { $firstChat } from '#stores/chat/chatStart.ts';
import { $pathTarget } from '#stores/conversations/conversationTarget.ts';
import { openTemporaryId } from '#stores/conversations/temporary.ts';
import { loadAiSearch } from '#stores/chat/aiSearch.ts';
import { draftKey, openDraft } from '#stores/drafts/drafts.ts';
import { loadGpt } from '#stores/gpts/gpts.ts';
import { openThread } from '#stores/chat/openThread.ts';
import type { ChatRoute } from '#stores/route/route.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

/**
 * Opens the conversation and the draft that the route names, and returns the target of the route. `known` is the target
 * of the conversation itself, which may be another one. It is `undefined` until the conversation has been loaded.
 */
export function useTarget(route: ChatRoute | undefined): {
  target: ChatTarget | undefined;
  known: ChatTarget | undefined;
} {
  const pathTarget = useStore($pathTarget);
  const firstChat = useStore($firstChat);
  const isChat = route?.screen === 'chat';
  const target = isChat ? route.target : route?.screen === 'start' ? firstChat : undefined;
  const conversationId = isChat ? route.conversationId : undefined;
  const text = isChat ? route.text : undefined;
  const isTemporary = isChat && route.temporary === true;
  useEffect(() => {
    if (!target) return;
    if (conversationId !== undefined) preloadMarkdown();
    void openThread(target, conversationId);
    // Also runs when a temporary chat is left for a new one with the same target.
    const temporaryId = isTemporary ? openTemporaryId() : undefined;
    openDraft(draftKey(target, conversationId ?? temporaryId, isTemporary), text);
    resumeEarlyQuestion();
  }, [target, conversationId, text, isTemporary]);
  const known = isChat ? pathTarget : target;
  useEffect(() => {
    if (known?.group === 'g') void loadGpt(known.gpt);
    if (known?.group === 'search') void loadAiSearch();
  }, [known]);
  return { target, known };
}
