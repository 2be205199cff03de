import { AstroPages } from '#builder/astroAdapter.ts';
import type { Bundle } from '#builder/bundle.ts';
import { type PieceChanges, Pieces } from '#builder/pieces.ts';
import { type AnySitePage, type SitePage, viewOf } from '#catalog/site/sitePage.ts';
import type { SiteRoute } from '#catalog/site/sitePages.ts';

/** A rendered page, with markers in place of pieces. The bytes of `body` belong to the caller. */
export type RenderedPage = { body: Uint8Array; type: string; pieces: PieceChanges };

/** Renders pages from a bundle, like `astro build`, one page at a time. */
export class Renderer {
  readonly #pages: AstroPages;
  readonly #pieces: Pieces;

  private constructor(pages: AstroPages, pieces: Pieces) {
    this.#pages = pages;
    this.#pieces = pieces;
  }

  static async open(bundle: Bundle): Promise<Renderer> {
    const pieces = new Pieces();
    const pages = await AstroPages.open(bundle.folder, (text) => pieces.rememberText(text));
    return new Renderer(pages, pieces);
  }

  /** Renders a page. Throws an error with its path if it cannot be rendered. */
  async render(route: SiteRoute, page: AnySitePage): Promise<RenderedPage> {
    try {
      const props = { view: viewOf(page as SitePage) };
      const locals = { pieces: this.#pieces };
      const response = await this.#pages.render(route, { params: page.params, props, locals });
      const body = await response.arrayBuffer();
      if (response.status !== 200 && !/\/(404|410)$/.test(route)) {
        throw new Error(`Astro returned ${response.status}`);
      }
      const type = response.headers.get('content-type') ?? '';
      const pieces = this.#pieces.takeChanges();
      return { body: new Uint8Array(body), type, pieces };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The page ${page.path} cannot be rendered: ${reason}`, { cause: error });
    }
  }
}
