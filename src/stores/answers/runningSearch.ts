import type { AnswerSearch } from '#contract/search/aiSearch.ts';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { SearchStep } from '#domain/search/aiSearch.ts';
import { atom } from 'nanostores';

/** A running search with its present step and its results so far. */
export type RunningSearch = AnswerSearch & { step: SearchStep; hosts: readonly string[] };

type SearchEvent = Extract<AnswerEvent, { type: 'step' | 'sources' | 'follow_ups' }>;

const newSearch: RunningSearch = {
  step: 'searching',
  scope: 'own',
  queries: [],
  hosts: [],
  sources: [],
  follow_ups: [],
};

/** The search of the running answer. */
export const $runningSearch = atom<RunningSearch | undefined>(undefined);

/** Returns the search after an event. A newer list replaces the one before it. */
export function withSearchEvent(
  search: RunningSearch | undefined,
  event: SearchEvent,
): RunningSearch {
  const before = search ?? newSearch;
  switch (event.type) {
    case 'step':
      return {
        ...before,
        step: event.step,
        scope: event.scope,
        queries: event.queries.length > 0 ? event.queries : before.queries,
        hosts: event.hosts.length > 0 ? event.hosts : before.hosts,
      };
    case 'sources':
      return { ...before, scope: event.scope, sources: event.sources };
    case 'follow_ups':
      return { ...before, follow_ups: event.questions };
  }
}

/** Returns the part of a search that stays after its answer has ended. */
export function endedSearch(search: RunningSearch | undefined): AnswerSearch | null {
  if (!search) return null;
  const { scope, queries, sources, follow_ups } = search;
  return { scope, queries, sources, follow_ups };
}
