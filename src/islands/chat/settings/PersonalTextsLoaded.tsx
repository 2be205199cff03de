import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $personalTexts, loadPersonalTexts } from '#stores/chat/personalTexts.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';

type Texts = Extract<ReturnType<typeof $personalTexts.get>, { state: 'ready' }>['texts'];

/** Shows the user's custom instructions and memory when they are loaded. */
export function PersonalTextsLoaded({ children }: { children: (texts: Texts) => ReactNode }) {
  const { t } = useText();
  const loaded = useStore($personalTexts);
  useEffect(() => void loadPersonalTexts(), []);
  switch (loaded.state) {
    case 'loading':
      return <p className="text-soft">{t('chat.loading')}</p>;
    case 'failed':
      return <RetryNote problem={loaded.problem} onRetry={() => void loadPersonalTexts()} />;
    case 'ready':
      return children(loaded.texts);
  }
}
