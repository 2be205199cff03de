import type { SearchConfig, SearchProviderConfig } from '#server/searchConfig.ts';
import { providerKeys } from '#server/gateways/providerKey.ts';
import { brave } from '#server/gateways/search/brave.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import { searxng } from '#server/gateways/search/searxng.ts';
import { tavily } from '#server/gateways/search/tavily.ts';

/** Connects the configured search engines, in the order of `SearchConfig` (SearXNG first). */
export function createSearch(config: SearchConfig): SearchEngine[] {
  return config.map((one) => {
    const [key] = one.apiKey === undefined ? [] : providerKeys(one);
    return { ...engineOf(one), key };
  });
}

function engineOf({ name, baseUrl, apiKey = '' }: SearchProviderConfig): SearchEngine {
  switch (name) {
    case 'searxng':
      return searxng(baseUrl);
    case 'brave':
      return brave(baseUrl, apiKey);
    case 'tavily':
      return tavily(baseUrl, apiKey);
  }
}
