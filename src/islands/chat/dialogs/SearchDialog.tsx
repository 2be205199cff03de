import { isOfComposition } from '#domain/texts/composing.ts';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { RecentConversations, SearchResults } from '#islands/chat/dialogs/SearchResults.tsx';
import { field } from '#islands/shared/classes.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { searchMaxCharacters } from '#domain/chat/chat.ts';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import {
  $conversationSearch,
  type ConversationSearch,
  findConversations,
  findConversationsAgain,
  findMoreConversations,
} from '#stores/conversations/conversationSearch.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';

/** A search for conversations, with results while the user types. Arrow keys move through the field and the results. */
export function SearchDialog() {
  const { t } = useText();
  const search = useStore($conversationSearch);
  const box = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const own = root.current;
    box.current?.focus();
    own?.addEventListener('keydown', moveFocus);
    return () => {
      own?.removeEventListener('keydown', moveFocus);
      findConversations('');
    };
  }, []);
  return (
    <DialogFrame title={t('conversations.search.title')} wide>
      <search ref={root}>
        <label htmlFor="conversation-search" className="sr-only">
          {t('conversations.search.field')}
        </label>
        <input
          ref={box}
          id="conversation-search"
          type="search"
          className={field}
          dir="auto"
          autoComplete="off"
          maxLength={searchMaxCharacters}
          placeholder={t('conversations.search.field')}
          onChange={(event) => findConversations(event.target.value)}
        />
        {/* As high as many results, so that the dialog does not change its height while the user types. */}
        <div className="relative -mx-2 mt-3 h-[min(420px,60dvh)] overflow-y-auto overscroll-contain px-2">
          <Status search={search} />
          <Found search={search} />
        </div>
      </search>
    </DialogFrame>
  );
}

function Status({ search }: { search: ConversationSearch }) {
  const { t } = useText();
  const count = search.state === 'found' ? search.found.items.length : 0;
  return (
    <>
      <output className="mb-2 block text-14 text-soft empty:hidden">
        {search.state === 'searching' && <span>{t('chat.loading')}</span>}
        {search.state === 'found' && (
          <span>
            {count === 0
              ? t('conversations.search.nothing', { query: search.query })
              : t('conversations.search.results', { count })}
          </span>
        )}
      </output>
      {search.state === 'failed' && (
        <RetryNote
          className="text-14"
          buttonClass="-ml-2"
          problem={search.problem}
          onRetry={findConversationsAgain}
        />
      )}
    </>
  );
}

function Found({ search }: { search: ConversationSearch }) {
  const { t } = useText();
  if (search.state === 'idle') return <RecentConversations />;
  if (search.state === 'failed' || !search.found) return null;
  return (
    <>
      <SearchResults items={search.found.items} />
      {search.state === 'found' && search.found.hasMore && (
        <Button
          look="small"
          aria-disabled={search.loadingMore}
          onClick={() => void findMoreConversations()}
        >
          {t(search.loadingMore ? 'chat.loading' : 'conversations.search.more')}
        </Button>
      )}
    </>
  );
}

/** Up and Down move through the field and the links. Enter in the field opens the first result. Escape closes. */
function moveFocus(this: HTMLElement, event: KeyboardEvent): void {
  if (isOfComposition(event)) return;
  if (event.key === 'Escape') {
    // Otherwise the first Escape would only clear the field.
    event.preventDefault();
    return closeChatDialog();
  }
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    // The shown results belong to an earlier text.
    if ($conversationSearch.get().state !== 'found') return;
    return this.querySelector<HTMLElement>('a[href]')?.click();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...this.querySelectorAll<HTMLElement>('input, a[href]')];
  const current = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[current + (event.key === 'ArrowDown' ? 1 : -1)];
  event.preventDefault();
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
