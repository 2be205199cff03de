import { mapConcurrently } from '#domain/concurrency.ts';
import type { ImageContent } from '#domain/site/pageImage.ts';
import { type StoredFile, storeFile } from '#builder/releaseFiles.ts';
import type { Stopwatch } from '#builder/stopwatch.ts';
import type { ManifestBuilder } from '#release/manifestBuilder.ts';
import type { StoredRelease } from '#release/storedRelease.ts';

/** A picture by the path that it is served under, which has a digest of its content. */
export type Picture = { path: string; make: () => Promise<Buffer> };

/** Two leave a processor for the pages, which are rendered at the same time. */
const picturesAtOnce = 2;

/**
 * Draws and stores the pictures that the release before does not have. It begins at once: threads of the process draw
 * them while pages are rendered.
 */
export class Drawing {
  /** The number of pictures that the release before does not have. */
  readonly missing: number;
  readonly #pictures: readonly Picture[];
  readonly #drawn = new Map<string, StoredFile>();
  readonly #end: Promise<void>;
  #report: () => void = () => undefined;

  constructor(store: string, before: StoredRelease | undefined, pictures: readonly Picture[]) {
    this.#pictures = pictures;
    const missing = pictures.filter(({ path }) => before?.entry(path) === undefined);
    this.missing = missing.length;
    this.#end = this.#draw(store, missing);
    // `addTo` throws the failure, maybe much later.
    this.#end.catch(() => undefined);
  }

  /** Waits for the pictures and adds all to the release. Throws if one could not be drawn or stored. */
  async addTo(files: ManifestBuilder, watch: Stopwatch): Promise<void> {
    const all = this.missing;
    if (all > 0) {
      this.#report = () => watch.step({ step: 'images', done: this.#drawn.size, all });
      this.#report();
    }
    await this.#end;
    for (const { path } of this.#pictures) {
      const drawn = this.#drawn.get(path);
      if (drawn) files.add(path, drawn.file, drawn.headers);
      else files.take(path);
    }
  }

  async #draw(store: string, missing: readonly Picture[]): Promise<void> {
    await mapConcurrently(missing, picturesAtOnce, async ({ path, make }) => {
      this.#drawn.set(path, await storeFile(store, path, await make()));
      this.#report();
    });
  }
}

/** Returns the pictures with these contents; `undefined` where the release before has the picture. */
export function picturesOf(images: ReadonlyMap<string, ImageContent | undefined>): Picture[] {
  return [...images].map(([path, content]) => ({ path, make: () => draw(path, content) }));
}

async function draw(path: string, content: ImageContent | undefined): Promise<Buffer> {
  if (content === undefined) throw new Error(`The release before does not have ${path}`);
  // Loaded on demand, because most publishes have no new picture.
  const { drawImage } = await import('#builder/images/drawImage.ts');
  return drawImage(content);
}
