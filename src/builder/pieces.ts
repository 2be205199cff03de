import { randomBytes } from 'node:crypto';
import { BoundedMemo } from '#domain/boundedMemo.ts';

/** HTML or text that many pages have in common. Pages have its marker, which `pageAssembler.ts` replaces with the bytes. */
export type Piece = { marker: string; text: string };

/** The pieces that a page is the first to have, and the markers that no later page has. */
export type PieceChanges = { added: readonly Piece[]; dropped: readonly string[] };

/**
 * A site has a few hundred pieces of the frame for each language and menu item, and two or three of each GPT and language,
 * with about 2 KB each. With twice as many, a site of 10,000 GPTs takes as long and 30 MB more.
 */
const maxPieces = 10_000;

/** Scripts and the code of islands, which Astro adds to the first place on a page that needs them. Not for pieces. */
const perPage = /<script type="module"|<style>astro-island|<astro-island [^>]*client="load"/;

/** Renders the pieces of the pages of one build, each once as long as it is in use. */
export class Pieces {
  /** Unknown before the build, so that no content can have a marker in it. Markers never get into a stored page. */
  readonly #token = randomBytes(9).toString('base64url');
  readonly #htmlMarkers: BoundedMemo<string>;
  /** Never dropped, because Astro keeps them. */
  readonly #textMarkers = new Map<string, string>();
  #count = 0;
  #added: Piece[] = [];
  #dropped: string[] = [];

  /** Keeps the `most` pieces of HTML used most recently, and at most `most` others. */
  constructor(most = maxPieces) {
    this.#htmlMarkers = new BoundedMemo(most, (marker) => this.#dropped.push(marker));
  }

  /**
   * Returns the marker of the HTML with this name, rendering it the first time. The name must contain all values that the
   * HTML depends on. Throws if the HTML has a script or the code of islands.
   */
  async remember(name: string, render: () => Promise<string>): Promise<string> {
    const known = this.#htmlMarkers.get(name);
    if (known !== undefined) return known;
    const html = await render();
    // The page may have rendered the same piece meanwhile.
    return this.rememberHtml(name, () => html);
  }

  /** Like `remember`, for HTML that is made without waiting. */
  rememberHtml(name: string, render: () => string): string {
    const known = this.#htmlMarkers.get(name);
    if (known !== undefined) return known;
    const html = render();
    if (perPage.test(html)) throw new Error(`The piece “${name}” has a script of Astro`);
    const marker = `<!--${this.#nextId()}-->`;
    this.#htmlMarkers.set(name, marker);
    this.#added.push({ marker, text: html });
    return marker;
  }

  /** Returns the marker of the text of a style or a script. */
  rememberText(text: string): string {
    const known = this.#textMarkers.get(text);
    if (known !== undefined) return known;
    const marker = `/*${this.#nextId()}*/`;
    this.#textMarkers.set(text, marker);
    this.#added.push({ marker, text });
    return marker;
  }

  /** Returns the changes since the last call. Call it after each page, which may still have the dropped markers. */
  takeChanges(): PieceChanges {
    const changes = { added: this.#added, dropped: this.#dropped };
    this.#added = [];
    this.#dropped = [];
    return changes;
  }

  #nextId(): string {
    this.#count += 1;
    return `piece:${this.#token}:${this.#count}`;
  }
}
