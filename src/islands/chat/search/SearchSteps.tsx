import type { AnswerSearch } from '#contract/aiSearch.ts';
import { useText } from '#islands/shared/text.tsx';
import type { RunningSearch } from '#stores/chat/runningSearch.ts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { search: AnswerSearch | RunningSearch | undefined; isRunning: boolean };

/** Hosts that are named; there may be many. */
const namedHosts = 4;

/** The queries of a search and the pages that it reads. It stays when the answer has ended, so that nothing moves. */
export function SearchSteps({ search, isRunning }: Props) {
  const { t } = useText();
  if (!search && !isRunning) return null;
  const queries = search?.queries ?? [];
  const hosts = hostsOf(search);
  const isSearching = isRunning && hosts.length === 0;
  const isReading = isRunning && !isSearching && search?.sources.length === 0;
  return (
    <ul className="mb-3 grid gap-1 text-14 text-soft" aria-live={isRunning ? 'polite' : 'off'}>
      <Step isDone={!isSearching}>{searchText(t, queries, isSearching)}</Step>
      {hosts.length > 0 && (
        <Step isDone={!isReading}>
          {t(isReading ? 'chat.search.reading' : 'chat.search.read', {
            hosts: hosts.slice(0, namedHosts).join(', '),
          })}
          {hosts.length > namedHosts && ` +${hosts.length - namedHosts}`}
        </Step>
      )}
    </ul>
  );
}

/** In the past tense once it is done. */
function searchText(
  t: ReturnType<typeof useText>['t'],
  queries: readonly string[],
  isSearching: boolean,
): string {
  if (queries.length === 0) return t(isSearching ? 'chat.search.begins' : 'chat.search.ended');
  const key = isSearching ? 'chat.search.searching' : 'chat.search.searched';
  return t(key, { queries: queries.join(' · ') });
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span className="flex h-5 w-4 shrink-0 items-center justify-center">
        {isDone ? (
          <Check aria-hidden="true" size={14} className="text-positive" />
        ) : (
          <span
            aria-hidden="true"
            className="size-3 animate-spin rounded-full border-2 border-line border-t-accent"
          />
        )}
      </span>
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {children}
      </span>
    </li>
  );
}

/** While it runs, the hosts whose pages are read; after, those of its sources. */
function hostsOf(search: Props['search']): string[] {
  if (!search) return [];
  const read = 'hosts' in search ? search.hosts : [];
  const hosts = read.length > 0 ? read : search.sources.map(({ host }) => host);
  return [...new Set(hosts)];
}
