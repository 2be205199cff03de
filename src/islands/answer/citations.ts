import { type ReactNode, createContext, useContext } from 'react';

/** Draws a text with the numbers of its sources; `undefined` in answers that have no sources. */
type DrawCitations = ((text: string) => ReactNode) | undefined;

export const CitationContext = createContext<DrawCitations>(undefined);

export function useCitations(): DrawCitations {
  return useContext(CitationContext);
}
