import { chatPath } from '#domain/chat/chatPaths.ts';
import { openGptPath } from '#domain/gpts/gptPaths.ts';
import { useText } from '#islands/shared/text.tsx';
import type { GptCard } from '#stores/gpts/gpts.ts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

export function GptLinks({ children }: { children: ReactNode }) {
  return <ul className="grid gap-2 md:grid-cols-2">{children}</ul>;
}

/** A list of GPTs whose texts are known. */
export function GptList({ gpts }: { gpts: readonly GptCard[] }) {
  return (
    <GptLinks>
      {gpts.map((gpt) => (
        <GptLink key={gpt.id} id={gpt.id} gpt={gpt} />
      ))}
    </GptLinks>
  );
}

type Props = {
  id: string;
  /** `undefined` until its texts are loaded. */
  gpt: GptCard | undefined;
  /** Whether the server refuses it, for example because it was removed. */
  refused?: boolean;
  /** Whether its chat opens in a new tab. */
  newTab?: boolean;
};

/** A link that opens the chat with a GPT. */
export function GptLink({ id, gpt, refused = false, newTab = false }: Props) {
  const { t, language } = useText();
  const lang = gpt?.lang ?? undefined;
  return (
    <li className="min-w-0">
      <a
        {...(newTab
          ? { href: openGptPath(id, language), target: '_blank', rel: 'noopener' }
          : { href: chatPath(language, { group: 'g', gpt: id }) })}
        className="block h-full min-h-20 rounded-large border border-line bg-raised px-4 py-3 hover:border-line-strong"
      >
        <span className="flex items-center gap-1.5">
          <span className="min-w-0 truncate font-medium" lang={lang} dir="auto">
            {gpt?.name ?? id}
          </span>
          {newTab && (
            <>
              <ExternalLink aria-hidden="true" size={14} className="shrink-0 text-faint" />
              <span className="sr-only">{`(${t('chat.gpts.newTab')})`}</span>
            </>
          )}
        </span>
        <span className="line-clamp-2 text-14 text-soft" lang={lang} dir="auto" translate="yes">
          {refused ? t('chat.gpts.unreachable') : (gpt?.description ?? '')}
        </span>
      </a>
    </li>
  );
}
