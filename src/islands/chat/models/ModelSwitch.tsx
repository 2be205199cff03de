import { ModelHealth } from '#islands/chat/models/ModelHealth.tsx';
import { useCloseBeside } from '#islands/chat/useCloseBeside.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ChatModel } from '#stores/models/models.ts';
import { ChevronDown } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';

const loadMenu = () => import('#islands/chat/models/ModelMenu.tsx');
const ModelMenu = fetchLater(async () => (await loadMenu()).ModelMenu, Unreachable);

type Props = { model: ChatModel; inConversation: boolean };

/** Which model is asked, and the way to ask another: a menu below the bar, on a phone a sheet at its foot. */
export function ModelSwitch({ model, inConversation }: Props) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseBeside(dialog);
  const open = (): void => {
    setOpen(true);
    dialog.current?.showModal();
  };
  const close = (): void => dialog.current?.close();
  const preload = (): void => void loadMenu().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className="-ml-1 inline-flex min-h-10 min-w-0 cursor-pointer items-center gap-1.5 rounded-small px-2 font-medium hover:bg-sunken touch:min-h-11"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t('composer.model.change')}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <span className="truncate">{model.title}</span>
        {model.health !== 'working' && <ModelHealth health={model.health} isQuiet />}
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-faint" />
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="model-menu-title"
        className="dialog max-h-[min(80dvh,44rem)] p-2 max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:pb-[max(8px,env(safe-area-inset-bottom))] md:backdrop:bg-transparent md:mt-14 md:ml-[max(248px,env(safe-area-inset-left))] md:away:ml-14"
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <Suspense fallback={<Spinner label={t('chat.loading')} />}>
            <ModelMenu current={model.id} inConversation={inConversation} onDone={close} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}

function Unreachable() {
  const { t } = useText();
  return (
    <p role="alert" className="p-4">
      {t('errors.offline')}
    </p>
  );
}
