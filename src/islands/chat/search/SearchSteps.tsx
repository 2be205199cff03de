import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import { SmallSpinner } from '#islands/chat/answerParts/AnswerState.tsx';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { useText } from '#islands/shared/text.tsx';
import type { RunningSearch } from '#stores/answers/runningSearch.ts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { search: AnswerSearch | RunningSearch | undefined; isRunning: boolean };

/** How many hosts are shown by name. */
const namedHosts = 4;

/** The queries of a search and the hosts of the pages it reads. Shown after the answer too, so that nothing moves. */
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
          <span>
            {t(isReading ? 'chat.search.reading' : 'chat.search.read', {
              hosts: hosts.slice(0, namedHosts).join(', '),
            })}
          </span>
          {hosts.length > namedHosts && <span>{` +${hosts.length - namedHosts}`}</span>}
        </Step>
      )}
    </ul>
  );
}

/** Returns the text of the first step, in the past tense when it has ended. */
function searchText(
  t: TranslateInBrowser,
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
          <SmallSpinner />
        )}
      </span>
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {children}
      </span>
    </li>
  );
}

/** Returns the hosts whose pages are being read, or the hosts of the sources when the search has ended. */
function hostsOf(search: Props['search']): string[] {
  if (!search) return [];
  const read = 'hosts' in search ? search.hosts : [];
  const hosts = read.length > 0 ? read : search.sources.map(({ host }) => host);
  return [...new Set(hosts)];
}
