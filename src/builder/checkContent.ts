import { languages } from '#domain/languages.ts';
import { htmlType } from '#release/fileTypes.ts';
import type { ManifestBuilder } from '#release/manifestBuilder.ts';

/** A site without these pages is not worth switching to. Throws a sentence that names what it lacks. */
export function checkContent(files: Pick<ManifestBuilder, 'get'>): void {
  const missing = languages
    .flatMap((language) => [`/${language}`, `/${language}/404`])
    .filter((path) => files.get(path)?.type !== htmlType);
  if (missing.length === 0) return;
  throw new Error(`The rendered site lacks ${missing.slice(0, 6).join(', ')}; it is not published`);
}
