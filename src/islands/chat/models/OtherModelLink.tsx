import { chatPath } from '#domain/chat/chatPaths.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { useText } from '#islands/shared/text.tsx';
import { chooseModel } from '#stores/chat/modelChoice.ts';
import type { ChatModel } from '#stores/models/models.ts';
import type { MouseEvent } from 'react';

type Props = {
  model: ChatModel;
  /** The price of the question, if it is not the model's. */
  price?: number;
};

/** Chooses another model for the next questions. The text of the message box stays. */
export function OtherModelLink({ model, price = model.price }: Props) {
  const { t, language } = useText();
  const { id, group, title } = model;
  const choose = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    chooseModel(model);
    document.getElementById('message')?.focus();
  };
  return (
    <a
      href={chatPath(language, { group, model: id })}
      className="button button-quiet text-14"
      onClick={choose}
    >
      {t('chat.limit.cheaper', { name: title, price: priceText(t, price) })}
    </a>
  );
}
