import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { QuestionPrice } from '#stores/chat/questionPrice.ts';

/** Says that the draft costs its price several times, and why. Screen readers read it when the price changes. */
export function LongQuestionNote({ cost: { price, each, steps } }: { cost: QuestionPrice }) {
  const { t } = useText();
  const values = { price: t('chat.price', { count: price }), steps, each };
  return <ComposerNote text={t('composer.long', values)} />;
}
