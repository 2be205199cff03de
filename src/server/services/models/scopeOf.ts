import type { SearchScope } from '#domain/search/aiSearch.ts';
import type { CorePlatform } from '#server/context.ts';

/** Returns whether AI search searches the web, or only this site, which is free. */
export function scopeOf({ config }: CorePlatform): SearchScope {
  return (config.search ?? []).length > 0 ? 'web' : 'own';
}
