import type { ModelGroup } from '#domain/models/models.ts';
import { useMenu } from '#islands/chat/controls/useMenu.ts';
import { ModelGroupTitle, ModelTitle } from '#islands/chat/models/ModelTitle.tsx';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { regenerate } from '#stores/chat/regenerate.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { priceQuestion, questionOf } from '#stores/chat/questionPrice.ts';
import { $models, type ChatModel, groupModels } from '#stores/models/models.ts';
import type { Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = {
  answer: Answer;
  subject: Subject;
  /** The button that opened the menu, which is positioned next to it. */
  button: HTMLElement;
  onClose: () => void;
};

/**
 * The GPT of the chat, and the models by group that can answer a question again, with their prices. Models that cost more
 * than the balance are disabled.
 */
export function RegenerateMenu({ answer, subject, button, onClose }: Props) {
  const { t } = useText();
  const { models } = useStore($models);
  const account = useAccount();
  const { menu, onKeyDown, close } = useMenu(button, onClose, 'start');
  const question = questionOf(answer);
  const settings = useStore($chatSettings);
  const cost = useQuestionPrice(subject, question);
  const current = subject.state === 'model' ? subject.model.id : undefined;
  const titleId = useId();
  const choose = (model: string | undefined): void => {
    close();
    regenerate(answer, model);
    document.getElementById('message')?.focus();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="menu max-h-[min(60dvh,26rem)] text-[0.9375rem]"
      onKeyDown={onKeyDown}
    >
      {/* Not a heading element: a menu can have groups and items only. */}
      <div id={titleId} className="px-3 pt-1.5 pb-1 font-semibold">
        {t('chat.regenerate.other')}
      </div>
      {subject.state === 'gpt' && (
        <Item
          model={{ title: subject.name }}
          isCurrent
          price={cost?.price ?? subject.price}
          credit={account?.credit}
          onChoose={() => choose(undefined)}
        />
      )}
      {groupModels(models.filter(canAnswer)).map(({ group, models: choices }) => (
        <Group key={group} group={group}>
          {choices.map((model) => (
            <Item
              key={model.id}
              model={model}
              price={priceQuestion(question, { model }, settings).price}
              credit={account?.credit}
              isCurrent={model.id === current}
              onChoose={() => choose(model.id)}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

/** The items of a group of models below its title. */
function Group({ group, children }: { group: ModelGroup; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="pt-2">
        <ModelGroupTitle group={group} />
      </legend>
      {children}
    </fieldset>
  );
}

type ItemProps = {
  model: ComponentProps<typeof ModelTitle>['model'];
  price: number;
  credit: number | undefined;
  isCurrent: boolean;
  onChoose: () => void;
};

function Item({ model, price, credit, isCurrent, onChoose }: ItemProps) {
  const { t } = useText();
  const isUnaffordable = credit !== undefined && credit < price;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item flex-wrap gap-y-0 aria-disabled:cursor-not-allowed aria-disabled:text-faint"
      aria-disabled={isUnaffordable}
      {...(isCurrent && { 'aria-current': 'true' })}
      onClick={() => {
        if (!isUnaffordable) onChoose();
      }}
    >
      <span className="min-w-[min(8rem,100%)] flex-1">
        <ModelTitle model={model} isCurrent={isCurrent} />
      </span>
      <span className="text-14 text-soft tabular-nums">
        {isUnaffordable
          ? t('chat.regenerate.unpaid', { price: priceText(t, price) })
          : priceText(t, price)}
      </span>
    </button>
  );
}

function canAnswer({ kind, available, health }: ChatModel): boolean {
  return kind === 'text' && available && health !== 'down';
}
