import { searchScopes, sourceAges } from '#domain/search/aiSearch.ts';
import { starterNames } from '#domain/chat/chat.ts';

/** The part of `dynamicKeys` about AI search. */
export const searchKeys = {
  'chat.search.age.': sourceAges.filter((age) => age !== 'recent'),
  'chat.search.starters.': searchScopes.flatMap((scope) =>
    starterNames.map((starter) => `${scope}.${starter}`),
  ),
};
