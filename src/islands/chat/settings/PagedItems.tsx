import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Paged } from '#stores/browser/pagedList.ts';
import { type ReactNode, type RefObject, useRef } from 'react';

type Props = {
  list: Paged<unknown>;
  /** The text of an empty list. */
  none: string;
  onMore: () => Promise<void>;
  children: ReactNode;
};

/** A list that is loaded page by page: its items, why they could not be loaded, and a button for more. */
export function PagedItems({ list, none, onMore, children }: Props) {
  const { t } = useText();
  const { items, hasMore, loading, problem } = list;
  const root = useRef<HTMLUListElement>(null);
  return (
    <>
      {items.length > 0 && (
        <ul ref={root} className="grid gap-2">
          {children}
        </ul>
      )}
      {items.length === 0 && !loading && !hasMore && <p className="text-soft">{none}</p>}
      {problem && <RetryNote problem={problem} onRetry={() => void onMore()} />}
      <PageLoading list={list} />
      {hasMore && !problem && items.length > 0 && (
        <MoreButton
          text={t('settings.archived.more')}
          isBusy={loading}
          list={root}
          onMore={onMore}
        />
      )}
    </>
  );
}

/** Loading… in place of the first page. The button for more says it itself, so that nothing moves. */
export function PageLoading({ list: { items, loading } }: { list: Paged<unknown> }) {
  const { t } = useText();
  return (
    <output className={items.length > 0 ? 'sr-only' : 'text-14 text-soft empty:hidden'}>
      {loading && t('chat.loading')}
    </output>
  );
}

type MoreProps = {
  text: string;
  isBusy: boolean;
  list: RefObject<HTMLElement | null>;
  onMore: () => Promise<void> | void;
};

/**
 * Shows more items of a list. It stays while they load, because it has the focus. If it is removed with the last page,
 * the first of the new items takes the focus.
 */
export function MoreButton({ text, isBusy, list, onMore }: MoreProps) {
  const { t } = useText();
  const more = async (): Promise<void> => {
    if (isBusy) return;
    const shown = list.current?.children.length ?? 0;
    await onMore();
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const added = [...(list.current?.children ?? [])].slice(shown);
      const inside = added.map((item) => item.querySelector<HTMLElement>('a, button, summary'));
      inside.find((element) => element !== null)?.focus();
    });
  };
  return (
    <Button look="quiet" className="mt-3" aria-disabled={isBusy} onClick={() => void more()}>
      {isBusy ? t('chat.loading') : text}
    </Button>
  );
}
