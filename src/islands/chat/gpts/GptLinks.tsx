import { chatPath, openGptPath } from '#domain/urls.ts';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import type { GptCard } from '#stores/gpts/gpts.ts';
import type { Message } from '#stores/browser/message.ts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

export function GptLinks({ children }: { children: ReactNode }) {
  return <ul className="grid gap-2 md:grid-cols-2">{children}</ul>;
}

type Props = {
  id: string;
  /** Its texts, once they are there. */
  gpt: GptCard | undefined;
  /** Whether it cannot be opened any more. */
  refused?: boolean;
  /** Whether its chat opens in a tab of its own. */
  newTab?: boolean;
};

/** A GPT that opens its chat. */
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
              <span className="sr-only">({t('chat.gpts.newTab')})</span>
            </>
          )}
        </span>
        <span className="line-clamp-2 text-14 text-soft" lang={lang} dir="auto">
          {refused ? t('chat.gpts.unreachable') : (gpt?.description ?? '')}
        </span>
      </a>
    </li>
  );
}

/** Why there are no GPTs to choose from, and trying again. */
export function Failed({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  const { t } = useText();
  return (
    <div role="alert">
      <p>{t(problem.key, problem.values)}</p>
      <button type="button" className={`${smallButton} -ml-2`} onClick={onRetry}>
        {t('chat.failed.tryAgain')}
      </button>
    </div>
  );
}
