import { DialogFrame } from '#islands/chat/dialogs/DialogFrame.tsx';
import { RecentConversations, SearchResults } from '#islands/chat/dialogs/SearchResults.tsx';
import { field, smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { searchMaxCharacters } from '#domain/chat.ts';
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

/** Looks for conversations as one types; the arrows lead from the field through what was found. */
export function SearchDialog() {
  const { t } = useText();
  const search = useStore($conversationSearch);
  const box = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLElement>(null);
  useEffect(() => {
    const own = whole.current;
    box.current?.focus();
    own?.addEventListener('keydown', moveFocus);
    return () => {
      own?.removeEventListener('keydown', moveFocus);
      findConversations('');
    };
  }, []);
  return (
    <DialogFrame title={t('conversations.search.title')} wide>
      <search ref={whole}>
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
        {/* As high as many results need, so that the dialog does not jump while one types. */}
        <div className="-mx-2 mt-3 h-[min(420px,60dvh)] overflow-y-auto overscroll-contain px-2">
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
        {search.state === 'searching' && t('chat.loading')}
        {search.state === 'found' &&
          (count === 0
            ? t('conversations.search.nothing', { query: search.query })
            : t('conversations.search.results', { count }))}
      </output>
      {search.state === 'failed' && (
        <div role="alert" className="text-14">
          <p>{t(search.problem.key, search.problem.values)}</p>
          <button type="button" className={`${smallButton} -ml-2`} onClick={findConversationsAgain}>
            {t('chat.failed.tryAgain')}
          </button>
        </div>
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
        <button
          type="button"
          className={smallButton}
          aria-disabled={search.loadingMore}
          onClick={() => void findMoreConversations()}
        >
          {t(search.loadingMore ? 'chat.loading' : 'conversations.search.more')}
        </button>
      )}
    </>
  );
}

/** Up and down go through the field and the links; Enter opens, from the field the first one, and Escape closes. */
function moveFocus(this: HTMLElement, event: KeyboardEvent): void {
  if (event.isComposing) return;
  if (event.key === 'Escape') {
    // Else the first one only empties the field.
    event.preventDefault();
    return closeChatDialog();
  }
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    // Results for the letters before would be wrong.
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
