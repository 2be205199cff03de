import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Paged } from '#stores/browser/pagedList.ts';
import type { ReactNode } from 'react';

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
  const more = (): void => void onMore();
  return (
    <>
      {items.length > 0 && <ul className="grid gap-2">{children}</ul>}
      {items.length === 0 && !loading && !hasMore && <p className="text-soft">{none}</p>}
      {problem && <RetryNote problem={problem} onRetry={more} />}
      <output className="text-14 text-soft empty:hidden">{loading && t('chat.loading')}</output>
      {hasMore && !loading && !problem && items.length > 0 && (
        <Button look="quiet" className="mt-3" onClick={more}>
          {t('settings.archived.more')}
        </Button>
      )}
    </>
  );
}
