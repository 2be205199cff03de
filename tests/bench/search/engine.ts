import type { Language } from '#domain/languages/languages.ts';
import type { Catalogue } from './catalogues.ts';

export const engineNames = ['postgres', 'minisearch', 'concepts'] as const;

export type EngineName = (typeof engineNames)[number];

/** Returns the ids of the first results of a query on an interface, best first. */
export type Search = (query: string, locale: Language) => Promise<string[]> | string[];

/** Makes the GPTs of a catalogue searchable. */
export type MakeSearch = (catalogue: Catalogue) => Promise<Search> | Search;

/** Results that an engine returns: enough for the reciprocal rank of later results. */
export const resultsAtMost = 10;
