import type { ModulePreloads } from '#builder/modulePreloads.ts';
import type { Piece } from '#builder/pieces.ts';
import { digestOf } from '#release/contentSecurityPolicy.ts';
import { inlineContent } from '#release/inlineContent.ts';

/** The digests of the inline scripts and styles of HTML, and its attributes that the policy forbids. */
type PolicyContent = { scripts: string[]; styles: string[]; forbidden: string[] };

/** A page as it is served, its own HTML as latin1 (with markers), and the input for the policy of the whole page. */
export type AssembledPage = { body: Buffer; ownHtml: string } & PolicyContent;

/** Only styles and scripts have `text` (latin1) and `digest`. */
type KnownPiece = { bytes: Buffer; text?: string; digest?: string; content: PolicyContent };

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
      const { body, ownHtml: _, ...content } = this.assemble(Buffer.from(text));
      const piece: KnownPiece = { bytes: withOwnMemory(body), content };
      if (name.startsWith('/*')) {
        piece.text = body.toString('latin1');
        piece.digest = digestOf(piece.text, 'latin1');
      }
      this.#pieces.set(name, piece);
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
    const { forbidden, ...found } = inlineContent(ownHtml);
    const scripts = found.scripts.map((text) => this.#digestOf(text));
    const styles = found.styles.map((text) => this.#digestOf(text));
    const parts: Buffer[] = [];
    let from = 0;
    for (const { 0: name, index } of ownHtml.matchAll(marker)) {
      const piece = this.#pieces.get(name);
      if (piece === undefined) continue;
      parts.push(page.subarray(from, index), piece.bytes);
      from = index + name.length;
      // The text of a style or script was found in the element around it.
      if (name.startsWith('/*')) continue;
      scripts.push(...piece.content.scripts);
      styles.push(...piece.content.styles);
      forbidden.push(...piece.content.forbidden);
    }
    parts.push(page.subarray(from));
    const body = parts.length === 1 ? page : Buffer.concat(parts);
    return { body, ownHtml, scripts, styles, forbidden };
  }

  /** Returns the digest of a style or script. Nearly all are one piece, whose digest is known. */
  #digestOf(text: string): string {
    const known = this.#pieces.get(text)?.digest;
    if (known !== undefined) return known;
    const filled = text.replace(marker, (name) => this.#pieces.get(name)?.text ?? name);
    return digestOf(filled, 'latin1');
  }
}

/** Small buffers share memory, which a piece would keep for as long as it is in use: ten times its size. */
function withOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
