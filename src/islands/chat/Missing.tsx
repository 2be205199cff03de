import { chatPath, homePath } from '#domain/urls.ts';
import { useText } from '#islands/shared/text.tsx';
import { $models } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  says: string;
  hint?: string;
  /** Whether to offer the models that can be asked. */
  models?: boolean;
  /** Further actions, above them. */
  children?: ReactNode;
};

/** The screen of a path that leads nowhere (yet): the reason, and links to go on. */
export function Missing({ title, says, hint, models = false, children }: Props) {
  const { t, language } = useText();
  return (
    <div className="pt-[10dvh]">
      <h1 tabIndex={-1} className="text-28">
        {title}
      </h1>
      <p className="mt-2 text-soft">{says}</p>
      {hint && <p className="mt-2 text-14 text-faint">{hint}</p>}
      {children}
      {models && <ModelLinks />}
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
              {title}
              <span className="shrink-0 text-14 text-faint">
                {t('chat.price', { count: price })}
              </span>
            </a>
          </li>
        ))}
    </ul>
  );
}
