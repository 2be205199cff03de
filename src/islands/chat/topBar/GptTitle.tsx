import { gptPath } from '#domain/gpts/gptPaths.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { GptMark } from '#islands/chat/marks/Mark.tsx';
import { priceEach, priceText } from '#islands/chat/models/priceEach.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Gpt } from '#stores/gpts/gpts.ts';
import { $savedGpts, toggleSaved } from '#stores/gpts/saved.ts';
import { useStore } from '@nanostores/react';
import { Ellipsis, Star } from 'lucide-react';
import { useState } from 'react';

const GptMenu = lazyPart(async () => (await import('#islands/chat/topBar/GptMenu.tsx')).GptMenu);

/** Mark, name and price of the GPT, which lead to its page, and the button of its menu. */
export function GptTitle({ subject }: { subject: Extract<Subject, { state: 'gpt' }> }) {
  const { t, language } = useText();
  const { gpt, model, price } = subject;
  return (
    <div className="flex min-w-0 items-center">
      <a
        href={gptPath(language, gpt.id)}
        title={t('chat.about')}
        className="-ml-1 flex min-h-10 min-w-0 items-center gap-2.5 rounded-small px-1.5 hover:bg-sunken touch:min-h-11"
      >
        <GptMark gpt={gpt} className="size-8 rounded-[9px]" />
        <span className="min-w-0 leading-snug">
          <span
            className="font-medium max-md:line-clamp-2 max-md:text-14 max-md:leading-tight short:line-clamp-1 md:block md:truncate"
            lang={gpt.lang ?? undefined}
            dir="auto"
          >
            {gpt.name}
          </span>
          <span className="block truncate text-12 text-faint short:sr-only">
            <span className="md:hidden">{priceText(t, price)}</span>
            <span className="max-md:hidden">{priceEach(t, price)}</span>
            {model && <span className="max-md:hidden">{` · ${model.title}`}</span>}
          </span>
        </span>
      </a>
      <SaveButton id={gpt.id} />
      <MenuButton gpt={gpt} />
    </div>
  );
}

/** On a phone, the menu alone saves the GPT. */
function SaveButton({ id }: Pick<Gpt, 'id'>) {
  const { t } = useText();
  const isSaved = useStore($savedGpts)?.includes(id) === true;
  return (
    <IconButton
      label={t('chat.gpt.save')}
      icon={Star}
      hasTip
      className="save max-md:hidden"
      aria-pressed={isSaved}
      onClick={() => void toggleSaved(id)}
    />
  );
}

function MenuButton({ gpt }: { gpt: Gpt }) {
  const { t } = useText();
  const [button, setButton] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        label={t('chat.gpt.menu', { name: gpt.name })}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onPointerEnter={GptMenu.preload}
        onFocus={GptMenu.preload}
        onClick={(event) => setButton(event.currentTarget)}
      />
      {button && <GptMenu gpt={gpt} button={button} onClose={() => setButton(undefined)} />}
    </>
  );
}
