import { chatPath } from '#domain/urls.ts';
import { useText } from '#islands/shared/text.tsx';
import { chooseModel } from '#stores/models/modelChoice.ts';
import type { ChatModel } from '#stores/models/models.ts';
import type { MouseEvent } from 'react';

type Props = { model: ChatModel; className?: string };

/** Asks another model from the next question on, with what stands in the message box. */
export function AskOther({ model, className = 'button button-quiet text-14' }: Props) {
  const { t, language } = useText();
  const { id, group, title, price } = model;
  const choose = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    chooseModel(model);
    document.getElementById('message')?.focus();
  };
  return (
    <a href={chatPath(language, { group, model: id })} className={className} onClick={choose}>
      {t('chat.limit.cheaper', { name: title, price: t('chat.price', { count: price }) })}
    </a>
  );
}
