import { chatPath } from '#domain/chat/chatPaths.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  text: string;
  hint?: string;
  /** Whether to show links to the available models. */
  hasModels?: boolean;
  /** Further actions, above the models. */
  children?: ReactNode;
};

/** The screen of an address without content: the reason, and links to other pages. */
export function MissingScreen({ title, text, hint, hasModels = false, children }: Props) {
  const { t, language } = useText();
  return (
    <div className="pt-[10dvh]">
      <h1 tabIndex={-1} className="text-28">
        {title}
      </h1>
      <p className="mt-2 text-soft">{text}</p>
      {hint && <p className="mt-2 text-14 text-faint">{hint}</p>}
      {children}
      {hasModels && <ModelLinks />}
      <p className="mt-6">
        <a className="button button-quiet" href={homePath(language)}>
          {t('chat.missing.browse')}
        </a>
      </p>
    </div>
  );
}

function ModelLinks() {
  const { t, language } = useText();
  const { models } = useStore($models);
  return (
    <ul className="mt-6 grid gap-2 md:grid-cols-2">
      {models
        .filter(({ kind, available }) => kind === 'text' && available)
        .map(({ id, group, title, price }) => (
          <li key={id}>
            <a
              className="flex min-h-11 items-center justify-between gap-3 rounded-large border border-line bg-raised px-4 py-2 hover:border-line-strong"
              href={chatPath(language, { group, model: id })}
            >
              <span>{title}</span>
              <span className="shrink-0 text-14 text-faint">{priceText(t, price)}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}
