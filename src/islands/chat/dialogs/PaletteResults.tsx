import type { ShortcutName } from '#domain/chat/shortcuts.ts';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { FoundConversations } from '#islands/chat/dialogs/FoundConversations.tsx';
import { PaletteRows } from '#islands/chat/dialogs/PaletteRows.tsx';
import {
  type PaletteEntry,
  type PaletteGroup,
  conversationKey,
  gptEntry,
  usePaletteGroups,
} from '#islands/chat/dialogs/usePaletteEntries.ts';
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
import { useEffect } from 'react';

type Props = {
  query: string;
  /** The id of the field, in the same `search` element as the results. */
  fieldId: string;
  onCommand: (name: ShortcutName) => void;
};

/** The results of the palette: what this page knows at once, then what the server finds, so that no row moves. */
export function PaletteResults({ query, fieldId, onCommand }: Props) {
  const { t, language } = useText();
  const groups = usePaletteGroups(query);
  const known = new Set(groups.flatMap(({ rows }) => rows.map(({ key }) => key)));
  const conversations = useStore($conversationSearch);
  const gpts = useFoundGpts(known);
  const active = findActive(groups, conversations, gpts);
  usePaletteKeys(fieldId);
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
  return (
    <>
      {groups.map((group) => (
        <PaletteRows key={group.title} {...group} active={active?.key} onCommand={onCommand} />
      ))}
      {query.trim() !== '' && (
        <>
          <Status search={conversations} others={known.size} />
          <Conversations search={conversations} above={known} active={active?.key} />
          <PaletteRows title={t('chat.sidebar.gpts')} rows={gpts} active={active?.key} />
        </>
      )}
      {/* The focus stays in the field, so the marked row is announced. */}
      <output className="sr-only">
        {active && <span>{t('conversations.search.enter', { title: active.title })}</span>}
      </output>
    </>
  );
}

/** Returns the found GPTs, without those that are among the known rows. */
function useFoundGpts(known: ReadonlySet<string>): PaletteEntry[] {
  const { language } = useText();
  const search = useStore($search);
  if (search.state !== 'found') return [];
  return search.items.map((gpt) => gptEntry(gpt, language)).filter(({ key }) => !known.has(key));
}

/**
 * Returns the row that Enter in the field opens: the first one. While conversations are searched, the shown ones belong to
 * an earlier text, and GPTs below them may come first.
 */
function findActive(
  groups: readonly PaletteGroup[],
  search: ConversationSearch,
  gpts: readonly PaletteEntry[],
): Pick<PaletteEntry, 'key' | 'title'> | undefined {
  const known = groups.find(({ rows }) => rows.length > 0)?.rows[0];
  if (known || search.state === 'searching') return known;
  const [found] = search.state === 'found' ? search.found.items : [];
  if (!found) return gpts[0];
  return { key: conversationKey(found.conversation.id), title: found.conversation.title };
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

type ConversationsProps = Omit<Parameters<typeof FoundConversations>[0], 'items'> & {
  search: ConversationSearch;
};

function Conversations({ search, ...more }: ConversationsProps) {
  const { t } = useText();
  if (search.state === 'idle' || search.state === 'failed' || !search.found) return null;
  return (
    <>
      <FoundConversations items={search.found.items} {...more} />
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
