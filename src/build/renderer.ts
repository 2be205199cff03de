import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Bundle,
  type PageApp,
  type PageRoute,
  bundlePages,
  describeBundle,
} from '#build/bundle.ts';
import { ModulePreloads } from '#build/modulePreloads.ts';
import { type AnySitePage, type SitePage, viewOf } from '#catalog/sitePage.ts';
import type { SiteRoute } from '#catalog/sitePages.ts';

/** Where pages believe they are rendered; no page reads it. */
const origin = 'http://localhost';

/** What a page is rendered to. */
export type RenderedPage = { body: Uint8Array; type: string };

/** Renders pages out of a bundle, as `astro build` would. Not for two pages at once. */
export class Renderer {
  readonly #app: PageApp;
  readonly #routes: ReadonlyMap<string, PageRoute>;
  readonly #preloads: ModulePreloads;
  readonly #opened = new Set<PageRoute>();
  /** The page that is being rendered: what Astro finds as the static path of every address. */
  #current: { params: object; props: object } | undefined;

  private constructor(app: PageApp, preloads: ModulePreloads) {
    this.#app = app;
    this.#preloads = preloads;
    this.#routes = new Map(
      app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]),
    );
  }

  static async open(bundle: Bundle): Promise<Renderer> {
    const { entry, styles, scripts } = describeBundle(bundle);
    const url = pathToFileURL(join(bundle.folder, bundlePages, entry)).href;
    const { app } = (await import(url)) as { app: PageApp };
    app.setInternals({
      pagesByKeys: new Map(styles.map(([key, sheets]) => [key, { styles: sheets }])),
      entrySpecifierToBundleMap: new Map(scripts),
    });
    app.setOptions({
      settings: { scripts: [] },
      logger: { options: { destination: { write: () => true } } },
    });
    return new Renderer(app, new ModulePreloads(bundle.assets));
  }

  /** Throws with the page’s path when it cannot be rendered. */
  async render(route: SiteRoute, page: AnySitePage): Promise<RenderedPage> {
    const data = this.#routes.get(route);
    if (data === undefined) throw new Error(`The pages of ${route} are not in Astro’s bundle`);
    try {
      await this.#open(data);
      this.#current = { params: page.params, props: { view: viewOf(page as SitePage) } };
      const request = new Request(new URL(addressOf(route, page), origin));
      const response = await this.#app.render(request, { routeData: data });
      const body = new Uint8Array(await response.arrayBuffer());
      if (response.status !== 200 && !/\/(404|410)$/.test(route)) {
        throw new Error(`Astro answered ${response.status}`);
      }
      const type = response.headers.get('content-type') ?? '';
      return { body: this.#withPreloads(body), type };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The page ${page.path} cannot be rendered: ${reason}`, { cause: error });
    }
  }

  #withPreloads(body: Uint8Array): Uint8Array {
    const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (!page.includes('<astro-island ')) return body;
    return Buffer.from(this.#preloads.addTo(page.toString('utf8')));
  }

  /** Answers every question for a static path with the current page, so that no route makes its list of them. */
  async #open(route: PageRoute): Promise<void> {
    if (this.#opened.has(route)) return;
    const mod = await this.#app.getComponentByRoute(route);
    const staticPaths = Object.assign([], { keyed: { get: () => this.#current } });
    this.#app.routeCache.set(route, { mod, staticPaths });
    this.#opened.add(route);
  }
}

/** The address with which Astro renders a page: as its file would be called. */
function addressOf(route: string, { params }: AnySitePage): string {
  const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? '');
  return /\.\w+$/.test(route) ? path : `${path}.html`;
}
