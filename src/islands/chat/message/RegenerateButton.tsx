import { fetchLater } from '#islands/shared/fetchLater.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { regenerate } from '#stores/chat/chat.ts';
import { priceWith } from '#stores/media/mediaOptions.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { type MouseEvent, Suspense, useState } from 'react';

const loadMenu = () => import('#islands/chat/message/RegenerateMenu.tsx');
const RegenerateMenu = fetchLater(
  async () => (await loadMenu()).RegenerateMenu,
  () => null,
);

type Props = { answer: Answer; subject: Subject };

/** The price of the same once more: with its own quality, size and length. */
function priceOf({ options }: Answer, subject: Subject): number | undefined {
  if (options && subject.state === 'model' && subject.model.kind === options.kind) {
    return priceWith(subject.model, options);
  }
  return 'price' in subject ? subject.price : undefined;
}

/** Asks the question of an answer once more; the menu beside it asks another model. */
export function RegenerateButton({ answer, subject }: Props) {
  const { t } = useText();
  const account = useAccount();
  const isIdle = useStore($isIdle);
  const [button, setButton] = useState<HTMLElement>();
  const price = priceOf(answer, subject);
  const isUnpaid = account !== undefined && price !== undefined && account.credit < price;
  const isClosed = subject.state === 'model' && !subject.model.available;
  const isFailed = answer.state !== 'imported' && answer.charged === 0;
  const label = t(isFailed ? 'chat.retry' : 'chat.regenerate.button');
  const tip = isUnpaid ? `${label} · ${t('chat.limit.title')}` : labelWithPrice();
  const preload = (): void => void loadMenu().catch(() => undefined);
  const open = ({ currentTarget }: MouseEvent<HTMLElement>): void => setButton(currentTarget);
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        className={`message-button ${isFailed ? 'px-2' : ''}`}
        aria-label={label}
        title={tip}
        disabled={!isIdle || isUnpaid || isClosed}
        onClick={() => regenerate(answer)}
      >
        <RotateCcw aria-hidden="true" size={15} />
        {isFailed && label}
      </button>
      <button
        type="button"
        className="message-button message-button-narrow"
        aria-label={t('chat.regenerate.other')}
        title={t('chat.regenerate.other')}
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        disabled={!isIdle}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <ChevronDown aria-hidden="true" size={14} />
      </button>
      {button && (
        <Suspense fallback={null}>
          <RegenerateMenu
            answer={answer}
            subject={subject}
            button={button}
            onClose={() => setButton(undefined)}
          />
        </Suspense>
      )}
    </span>
  );

  function labelWithPrice(): string {
    return price === undefined ? label : `${label} · ${t('chat.price', { count: price })}`;
  }
}
