import type { ModulePreloads } from '#builder/modulePreloads.ts';
import type { Piece } from '#builder/pieces.ts';
import { type InlineContent, inlineContent } from '#release/inlineContent.ts';

/** A page as it is served, its own HTML as latin1 (with markers), and the inline content of the whole page. */
export type AssembledPage = { body: Buffer; ownHtml: string; inline: InlineContent };

/** `text`, as latin1, only of styles and scripts. */
type KnownPiece = { bytes: Buffer; text: string | null; inline: InlineContent };

const marker = /<!--piece:[\w-]+:\d+-->|\/\*piece:[\w-]+:\d+\*\//g;

/**
 * Puts pieces into pages. Each piece is scanned for inline content once. Pieces are whole elements or whole texts of
 * styles and scripts, so a page has the inline content of its own HTML and that of its pieces.
 */
export class PageAssembler {
  readonly #pieces = new Map<string, KnownPiece>();
  readonly #preloads: ModulePreloads | undefined;

  /** Without `preloads` pages do not name the modules of their islands. */
  constructor(preloads?: ModulePreloads) {
    this.#preloads = preloads;
  }

  /** Adds pieces before the first page that has their markers. A piece may have markers of pieces added before. */
  add(pieces: readonly Piece[]): void {
    for (const { marker: name, text } of pieces) {
      const { body, inline } = this.assemble(Buffer.from(text));
      const known = name.startsWith('/*') ? body.toString('latin1') : null;
      this.#pieces.set(name, { bytes: withOwnMemory(body), text: known, inline });
    }
  }

  /** Forgets pieces that no later page has. */
  drop(markers: readonly string[]): void {
    for (const name of markers) this.#pieces.delete(name);
  }

  /** Replaces the markers of a page. */
  assemble(rendered: Buffer): AssembledPage {
    const page = this.#preloads?.addTo(rendered) ?? rendered;
    // The marks of tags and of markers are ASCII, so nothing needs to be decoded: each byte is a character.
    const ownHtml = page.toString('latin1');
    const { scripts, styles, forbidden } = inlineContent(ownHtml);
    const inline = {
      scripts: scripts.map((text) => this.#fill(text)),
      styles: styles.map((text) => this.#fill(text)),
      forbidden: [...forbidden],
    };
    const parts: Buffer[] = [];
    let from = 0;
    for (const { 0: name, index } of ownHtml.matchAll(marker)) {
      const piece = this.#pieces.get(name);
      if (piece === undefined) continue;
      parts.push(page.subarray(from, index), piece.bytes);
      from = index + name.length;
      // The text of a style or script was found in the element around it.
      if (name.startsWith('/*')) continue;
      inline.scripts.push(...piece.inline.scripts);
      inline.styles.push(...piece.inline.styles);
      inline.forbidden.push(...piece.inline.forbidden);
    }
    parts.push(page.subarray(from));
    return { body: parts.length === 1 ? page : Buffer.concat(parts), ownHtml, inline };
  }

  #fill(text: string): string {
    return text.replace(marker, (name) => this.#pieces.get(name)?.text ?? name);
  }
}

/** Small buffers share memory, which a piece would keep for as long as it is in use: ten times its size. */
function withOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
