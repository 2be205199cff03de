import { foldText } from '#domain/texts/foldText.ts';
import { type Span, foldCharacters } from '#domain/texts/markedText.ts';

/** Returns the places of a text where it has the query, ignoring case and accents. */
export function findText(text: string, query: string): Span[] {
  const { folded, sources } = foldCharacters(text);
  const foldedQuery = foldText(query);
  return placesOf(folded, foldedQuery).flatMap((place) => {
    const [first, last] = [sources[place], sources[place + foldedQuery.length - 1]];
    return first && last ? [{ start: first.start, end: last.end }] : [];
  });
}

/** Returns how often a folded text has a folded query. */
export function countText(folded: string, query: string): number {
  return placesOf(folded, query).length;
}

function placesOf(text: string, query: string): number[] {
  const places: number[] = [];
  if (query === '') return places;
  for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + query.length)) {
    places.push(at);
  }
  return places;
}
