import { chatPath } from '#domain/chat/chatPaths.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { HelpLink } from '#islands/chat/controls/HelpLink.tsx';
import { ModelGroupTitle, ModelTitle } from '#islands/chat/models/ModelTitle.tsx';
import { modelTip } from '#islands/chat/models/modelTip.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { chooseModel } from '#stores/chat/modelChoice.ts';
import { $models, type ChatModel, groupModels } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';

type Props = {
  current: string;
  /** Whether a conversation is open. It continues with the chosen model. */
  inConversation: boolean;
  onDone: () => void;
};

/** All text models by group, with description and price, and health where it is not good. */
export function ModelMenu({ current, inConversation, onDone }: Props) {
  const { t } = useText();
  const { models } = useStore($models);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = list.current;
    menu?.querySelector<HTMLElement>('[aria-current]')?.focus();
    menu?.addEventListener('keydown', moveFocus);
    return () => menu?.removeEventListener('keydown', moveFocus);
  }, []);
  const groups = groupModels(models.filter(({ kind }) => kind === 'text'));
  return (
    <div ref={list}>
      <div className="flex items-center pl-3">
        <h2 id="model-menu-title" className="flex-1 text-16">
          {t('composer.model.title')}
        </h2>
        <IconButton label={t('composer.close')} icon={X} size={20} onClick={onDone} />
      </div>
      <p className="px-3 pb-1 text-14 text-soft">
        {t(inConversation ? 'composer.model.goesOn' : 'composer.model.keeps')}
      </p>
      {groups.map(({ group, models: choices }) => (
        <section key={group} aria-labelledby={`model-group-${group}`} className="pt-2">
          <h3 id={`model-group-${group}`}>
            <ModelGroupTitle group={group} />
          </h3>
          <ul>
            {choices.map((model) => (
              <li key={model.id}>
                <Choice model={model} isCurrent={model.id === current} onDone={onDone} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="px-3 pt-3 text-14">
        <HelpLink page="choosing-a-model" text={t('composer.model.help')} />
      </p>
    </div>
  );
}

type ChoiceProps = { model: ChatModel; isCurrent: boolean; onDone: () => void };

function Choice({ model, isCurrent, onDone }: ChoiceProps) {
  const { language } = useText();
  const choose = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onDone();
    if (!isCurrent) chooseModel(model);
    // On a phone, the keyboard would cover the new model's name.
    if (matchMedia('(pointer: fine)').matches) document.getElementById('message')?.focus();
  };
  const look = 'flex flex-wrap items-start gap-x-3 rounded-small px-3 py-2 leading-snug';
  if (!model.available) {
    return (
      <div className={`${look} text-faint`}>
        <Description model={model} isCurrent={isCurrent} />
      </div>
    );
  }
  return (
    <a
      href={chatPath(language, { group: model.group, model: model.id })}
      className={`${look} hover:bg-sunken ${isCurrent ? 'bg-sunken' : ''}`}
      {...(isCurrent && { 'aria-current': 'true' })}
      onClick={choose}
    >
      <Description model={model} isCurrent={isCurrent} />
    </a>
  );
}

function Description({ model, isCurrent }: Pick<ChoiceProps, 'model' | 'isCurrent'>) {
  const { t } = useText();
  const account = useAccount();
  const isUnaffordable = account !== undefined && account.credit < model.price;
  return (
    <>
      <span className="min-w-[min(10rem,100%)] flex-1">
        <ModelTitle model={model} isCurrent={isCurrent} />
        <span className="block text-14 text-soft">{modelTip(t, model)}</span>
        {!model.available && (
          <span className="block text-14 text-negative">{unavailableText(t, model)}</span>
        )}
      </span>
      <span className="text-14 tabular-nums text-soft">
        <span>{priceText(t, model.price)}</span>
        {isUnaffordable && (
          <span className="block text-12 text-warning">{t('composer.model.unpaid')}</span>
        )}
      </span>
    </>
  );
}

function unavailableText(t: TranslateInBrowser, { closed, resting }: ChatModel): string {
  if (closed !== null) return t('composer.model.closed');
  return t(resting ? 'composer.model.resting' : 'composer.model.unavailable');
}

/** Arrow keys move from model to model, Home and End to the first and last one. */
function moveFocus(this: HTMLElement, event: KeyboardEvent): void {
  const links = [...this.querySelectorAll<HTMLElement>('li a')];
  const index = links.findIndex((link) => link === document.activeElement);
  const next = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: links.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
}
