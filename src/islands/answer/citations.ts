import { type ReactNode, createContext, useContext } from 'react';

/** Renders a text with citations; `undefined` in answers without sources. */
type RenderCitations = ((text: string) => ReactNode) | undefined;

export const CitationContext = createContext<RenderCitations>(undefined);

export function useCitations(): RenderCitations {
  return useContext(CitationContext);
}
