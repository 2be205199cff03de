import { AstroPages } from '#builder/astroAdapter.ts';
import type { Bundle } from '#builder/bundle.ts';
import { ModulePreloads } from '#builder/modulePreloads.ts';
import { type AnySitePage, type SitePage, viewOf } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';

/** A rendered page. Its bytes may be transferred to a thread. */
export type RenderedPage = { body: Uint8Array; type: string };

/** Renders pages from a bundle, like `astro build`, one page at a time. */
export class Renderer {
  readonly #pages: AstroPages;
  readonly #preloads: ModulePreloads;

  private constructor(pages: AstroPages, preloads: ModulePreloads) {
    this.#pages = pages;
    this.#preloads = preloads;
  }

  static async open(bundle: Bundle): Promise<Renderer> {
    const pages = await AstroPages.open(bundle.folder);
    return new Renderer(pages, new ModulePreloads(bundle.assets));
  }

  /** Renders a page. Throws an error with its path if it cannot be rendered. */
  async render(route: SiteRoute, page: AnySitePage): Promise<RenderedPage> {
    try {
      const props = { view: viewOf(page as SitePage) };
      const response = await this.#pages.render(route, { params: page.params, props });
      const body = await response.arrayBuffer();
      if (response.status !== 200 && !/\/(404|410)$/.test(route)) {
        throw new Error(`Astro returned ${response.status}`);
      }
      const type = response.headers.get('content-type') ?? '';
      return { body: this.#preloads.addTo(Buffer.from(body)), type };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The page ${page.path} cannot be rendered: ${reason}`, { cause: error });
    }
  }
}
