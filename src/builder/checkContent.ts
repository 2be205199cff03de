import { languages } from '#domain/languages/languages.ts';
import { htmlType } from '#release/fileTypes.ts';
import type { ManifestBuilder } from '#release/manifestBuilder.ts';

/** Throws if an essential page is missing, because such a site must not be published. */
export function checkContent(files: Pick<ManifestBuilder, 'get'>): void {
  const missing = languages
    .flatMap((language) => [`/${language}`, `/${language}/404`])
    .filter((path) => files.get(path)?.type !== htmlType);
  if (missing.length === 0) return;
  throw new Error(`The rendered site lacks ${missing.slice(0, 6).join(', ')}; it is not published`);
}
