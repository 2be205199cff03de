import type { Language } from '#domain/languages/languages.ts';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { LoadFailed } from '#islands/chat/controls/LoadFailed.tsx';
import { MissingScreen } from '#islands/chat/models/MissingScreen.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { continueShared } from '#stores/conversations/continueShared.ts';
import { useEffect, useState } from 'react';

/** Problems that trying again does not solve. */
const lasting = ['errors.not_found', 'errors.gone', 'errors.conflict', 'errors.invalid_input'];

type Props = {
  shareId: string;
  /** Called when the copy is on the screen. It must not change. */
  onOpen: () => void;
};

/** Copies a shared conversation into the user's account, which then opens in place of this screen. */
export function ContinueShared({ shareId, onOpen }: Props) {
  const { t, language } = useText();
  const [problem, setProblem] = useState<Message>();
  useEffect(() => {
    void start(language, shareId, onOpen).then(setProblem);
  }, [language, shareId, onOpen]);
  const retry = (): void => {
    setProblem(undefined);
    void start(language, shareId, onOpen).then(setProblem);
  };
  if (!problem) return <ChatSpinner />;
  if (!lasting.includes(problem.key)) return <LoadFailed problem={problem} onRetry={retry} />;
  const text = t('conversations.notShared');
  return <MissingScreen title={t('chat.missing.title')} text={text} hasModels />;
}

/** Opens the copy. Returns the problem if that failed. */
async function start(
  language: Language,
  shareId: string,
  onOpen: () => void,
): Promise<Message | undefined> {
  const problem = await continueShared(language, shareId);
  if (!problem) onOpen();
  return problem;
}
