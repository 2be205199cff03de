import type { Language } from '#domain/languages/languages.ts';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { focusScreen } from '#islands/chat/links.ts';
import { LoadFailed } from '#islands/chat/controls/LoadFailed.tsx';
import { MissingScreen } from '#islands/chat/models/MissingScreen.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { continueShared } from '#stores/conversations/continueShared.ts';
import { useEffect, useState } from 'react';

/** Problems that trying again does not solve. */
const lasting = ['errors.not_found', 'errors.gone', 'errors.conflict', 'errors.invalid_input'];

/** Copies a shared conversation into the user's account, which then opens in place of this screen. */
export function ContinueShared({ shareId }: { shareId: string }) {
  const { t, language } = useText();
  const [problem, setProblem] = useState<Message>();
  useEffect(() => {
    void start(language, shareId).then(setProblem);
  }, [language, shareId]);
  const retry = (): void => {
    setProblem(undefined);
    void start(language, shareId).then(setProblem);
  };
  if (!problem) return <ChatSpinner />;
  if (!lasting.includes(problem.key)) return <LoadFailed problem={problem} onRetry={retry} />;
  const text = t('conversations.notShared');
  return <MissingScreen title={t('chat.missing.title')} text={text} hasModels />;
}

/** Opens the copy, with the focus in its message box. Returns the problem if that failed. */
async function start(language: Language, shareId: string): Promise<Message | undefined> {
  const problem = await continueShared(language, shareId);
  if (!problem) focusScreen();
  return problem;
}
