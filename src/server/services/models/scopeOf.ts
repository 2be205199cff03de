import type { SearchScope } from '#domain/search/aiSearch.ts';
import type { Platform } from '#server/context.ts';

/** Returns whether AI search searches the web, or only this site, which is free. */
export function scopeOf({ config }: Pick<Platform, 'config'>): SearchScope {
  return (config.search ?? []).length > 0 ? 'web' : 'own';
}
