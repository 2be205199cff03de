import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { withSpinnerInDialog } from '#islands/chat/controls/ChatSpinner.tsx';
import { useBackdropClose } from '#islands/chat/controls/useBackdropClose.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';

const ModelMenu = lazyPart(
  async () => (await import('#islands/chat/models/ModelMenu.tsx')).ModelMenu,
  withSpinnerInDialog,
);

type Props = { model: ChatModel; inConversation: boolean };

/** A button with the current model. It opens a menu of models below it, which on phones is at the bottom of the screen. */
export function ModelSwitch({ model, inConversation }: Props) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useBackdropClose(dialog);
  const open = ({ currentTarget }: MouseEvent): void => {
    setOpen(true);
    const { left, bottom } = currentTarget.getBoundingClientRect();
    dialog.current?.style.setProperty('--menu-left', `${left}px`);
    dialog.current?.style.setProperty('--menu-top', `${bottom + 4}px`);
    dialog.current?.showModal();
  };
  const close = (): void => dialog.current?.close();

  return (
    <>
      <button
        type="button"
        className="-ml-1 inline-flex min-h-10 min-w-0 cursor-pointer items-center gap-1.5 rounded-small px-2 font-medium hover:bg-sunken touch:min-h-11"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t('composer.model.change')}
        onPointerEnter={ModelMenu.preload}
        onFocus={ModelMenu.preload}
        onClick={open}
      >
        <span className="truncate">{model.title}</span>
        {model.health !== 'working' && <ModelHealth health={model.health} isQuiet />}
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-faint" />
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="model-menu-title"
        className="dialog max-h-[min(80dvh,44rem,100dvh-var(--menu-top)-4px)] p-2 max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:pb-[max(8px,env(safe-area-inset-bottom))] md:backdrop:bg-transparent md:mt-(--menu-top) md:ml-(--menu-left)"
        onClose={() => setOpen(false)}
      >
        {isOpen && <ModelMenu current={model.id} inConversation={inConversation} onDone={close} />}
      </dialog>
    </>
  );
}
