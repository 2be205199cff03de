import { AstroPages } from '#builder/astroAdapter.ts';
import type { Bundle } from '#builder/bundle.ts';
import { ModulePreloads } from '#builder/modulePreloads.ts';
import { type AnySitePage, type SitePage, viewOf } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';

/** A rendered page; its bytes belong to whoever receives it. */
export type RenderedPage = { body: Uint8Array; type: string };

/** Renders pages out of a bundle, as `astro build` would. One page at a time. */
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

  /** Throws with the page’s path when it cannot be rendered. */
  async render(route: SiteRoute, page: AnySitePage): Promise<RenderedPage> {
    try {
      const props = { view: viewOf(page as SitePage) };
      const response = await this.#pages.render(route, { params: page.params, props });
      const body = await response.arrayBuffer();
      if (response.status !== 200 && !/\/(404|410)$/.test(route)) {
        throw new Error(`Astro answered ${response.status}`);
      }
      const type = response.headers.get('content-type') ?? '';
      return { body: this.#preloads.addTo(Buffer.from(body)), type };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The page ${page.path} cannot be rendered: ${reason}`, { cause: error });
    }
  }
}
