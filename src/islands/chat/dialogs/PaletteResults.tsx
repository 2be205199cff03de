import { chatPath } from '#domain/chat/chatPaths.ts';
import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import {
  FoundConversations,
  RecentConversations,
} from '#islands/chat/dialogs/FoundConversations.tsx';
import { PaletteRows } from '#islands/chat/dialogs/PaletteRows.tsx';
import { usePaletteEntries } from '#islands/chat/dialogs/usePaletteEntries.ts';
import { usePaletteKeys } from '#islands/chat/dialogs/usePaletteKeys.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import {
  $conversationSearch,
  type ConversationSearch,
  findConversations,
  findConversationsAgain,
  findMoreConversations,
} from '#stores/conversations/conversationSearch.ts';
import { $search, endSearch, search as findGpts } from '#stores/gpts/search.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';

type Props = {
  query: string;
  /** The element around the field and the results. */
  root: RefObject<HTMLElement | null>;
  onCommand: (name: ShortcutName) => void;
};

/** The results of the palette: what this page knows at once, then what the server finds. */
export function PaletteResults({ query, root, onCommand }: Props) {
  const { t, language } = useText();
  const conversations = useStore($conversationSearch);
  const { commands, models } = usePaletteEntries(query);
  usePaletteKeys(root);
  useEffect(() => {
    findConversations(query);
    findGpts(query, language);
  }, [query, language]);
  useEffect(
    () => () => {
      findConversations('');
      endSearch();
    },
    [],
  );
  const own = (
    <PaletteRows title={t('conversations.search.commands')} rows={commands} onCommand={onCommand} />
  );
  if (query.trim() === '') {
    return (
      <>
        <RecentConversations />
        {own}
      </>
    );
  }
  return (
    <>
      {/* Enter opens the first of these at once. */}
      <div data-known="">
        {own}
        <PaletteRows title={t('chat.sidebar.models')} rows={models} />
      </div>
      <Status search={conversations} others={commands.length + models.length} />
      <Conversations search={conversations} />
      <Gpts />
    </>
  );
}

/** How many conversations were found. Without any, it says so if nothing else was found either. */
function Status({ search, others }: { search: ConversationSearch; others: number }) {
  const { t } = useText();
  const gpts = useStore($search);
  const count = search.state === 'found' ? search.found.items.length : 0;
  const found = gpts.state === 'found' ? gpts.items.length : 0;
  const isNothing = count + others + found === 0 && gpts.state !== 'searching';
  return (
    <>
      <output className="mt-2 mb-1 block text-14 text-soft empty:hidden">
        {search.state === 'searching' && <span>{t('chat.loading')}</span>}
        {search.state === 'found' && count > 0 && (
          <span>{t('conversations.search.results', { count })}</span>
        )}
        {search.state === 'found' && isNothing && (
          <span>{t('conversations.search.nothing', { query: search.query })}</span>
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

function Conversations({ search }: { search: ConversationSearch }) {
  const { t } = useText();
  if (search.state === 'idle' || search.state === 'failed' || !search.found) return null;
  return (
    <>
      <FoundConversations items={search.found.items} />
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

function Gpts() {
  const { t, language } = useText();
  const found = useStore($search);
  if (found.state !== 'found') return null;
  const rows = found.items.map(({ id, name, description }) => ({
    key: `gpt ${id}`,
    title: name,
    note: description,
    href: chatPath(language, { group: 'g', gpt: id }),
  }));
  return <PaletteRows title={t('chat.sidebar.gpts')} rows={rows} />;
}
