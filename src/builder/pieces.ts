import { randomBytes } from 'node:crypto';

/** HTML or text that many pages have in common. Pages have its marker, which `pageAssembler.ts` replaces with the bytes. */
export type Piece = { marker: string; text: string };

/** A site has a few hundred: the frame’s for each language and menu item, and the styles of each kind of page. */
const maxPieces = 4_000;

/** Scripts and the code of islands, which Astro adds to the first place on a page that needs them. Not for pieces. */
const perPage = /<script type="module"|<style>astro-island|<astro-island [^>]*client="load"/;

/** Renders the pieces of the pages of one build, each once. */
export class Pieces {
  /** Unknown before the build, so that no content can have a marker in it. Markers never get into a stored page. */
  readonly #token = randomBytes(9).toString('base64url');
  readonly #markers = new Map<string, string>();
  #added: Piece[] = [];

  /**
   * Returns the marker of the HTML with this name, rendering it the first time. The name says all that the HTML depends
   * on. Throws where the HTML has a script or the code of islands.
   */
  async remember(name: string, render: () => Promise<string>): Promise<string> {
    const known = this.#markers.get(name);
    if (known !== undefined) return known;
    const html = await render();
    if (perPage.test(html)) throw new Error(`The piece “${name}” has a script of Astro`);
    if (this.#markers.size >= maxPieces) return html;
    // The page may have rendered the same piece meanwhile.
    const other = this.#markers.get(name);
    if (other !== undefined) return other;
    return this.#add(name, `<!--${this.#nextId()}-->`, html);
  }

  /** Returns the marker of the text of a style or a script. */
  rememberText(text: string): string {
    return this.#markers.get(text) ?? this.#add(text, `/*${this.#nextId()}*/`, text);
  }

  /** Returns the pieces that were added since the last call. */
  takeAdded(): readonly Piece[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }

  #nextId(): string {
    return `piece:${this.#token}:${this.#markers.size}`;
  }

  #add(name: string, marker: string, text: string): string {
    this.#markers.set(name, marker);
    this.#added.push({ marker, text });
    return marker;
  }
}
