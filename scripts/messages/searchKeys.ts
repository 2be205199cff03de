import { searchScopes, sourceAges } from '#domain/aiSearch.ts';
import { starterNames } from '#domain/chat.ts';

/** Keys about AI search that the code puts together, a part of `dynamicKeys`. */
export const searchKeys = [
  {
    prefix: 'chat.search.age.',
    names: sourceAges.filter((age) => age !== 'recent'),
    reason: 'sources that are not recent say so',
  },
  {
    prefix: 'chat.search.starters.',
    names: searchScopes.flatMap((scope) => starterNames.map((starter) => `${scope}.${starter}`)),
    reason: 'an empty search has examples',
  },
];
