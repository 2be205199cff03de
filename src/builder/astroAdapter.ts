import { readFileSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';

/**
 * The only file that uses parts of Astro that it does not document: the folder `.prerender`, `app.setInternals`,
 * `app.routeCache` and `app.getComponentByRoute` (`core/build/app.js`, `core/build/environment.js`). They were read in
 * this version; `tests/build/astroAdapter.test.ts` says what broke when another one is installed.
 */
export const testedAstroVersion = '7.3.5';

/** Where pages believe they are rendered; no page reads it. */
const origin = 'http://localhost';

/** The file of a bundle that describes it, and the folder that holds the code of its pages. */
export const bundleDescription = 'bundle.json';
const bundlePages = 'pages';

type Description = {
  /** The file among the pages that exports the application. */
  entry: string;
  styles: [key: string, styles: unknown[]][];
  scripts: [specifier: string, file: string][];
};

/** The part of `astro build`'s manifest that rendering reads. */
type Internals = {
  pagesByKeys: ReadonlyMap<string, { styles: unknown[] }>;
  entrySpecifierToBundleMap: ReadonlyMap<string, string>;
};

type Route = { route: string; component: string };

type App = {
  manifest: { routes: { routeData: Route }[] };
  routeCache: { set(route: Route, entry: object): void };
  getComponentByRoute(route: Route): Promise<object>;
  setInternals(internals: object): void;
  setOptions(options: object): void;
  render(request: Request, options: { routeData: Route }): Promise<Response>;
};

/** A page as Astro is asked for it: the parameters of its route, and the props of its component. */
export type PageProps = { params: Readonly<Record<string, string>>; props: object };

/**
 * Lets `astro build` render nothing. The bundle of the pages, which Astro deletes at its end, is kept in `folder` with
 * what the build knows of styles and scripts, so that `AstroPages` can render any page from it at any time.
 */
export function keepBundle(folder: string): AstroIntegration {
  let bundled = '';
  return {
    name: 'dolores:keep-bundle',
    hooks: {
      'astro:config:done': ({ config }) => {
        bundled = join(fileURLToPath(config.outDir), '.prerender');
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((usual) => keepingPrerenderer(usual, () => bundled, folder));
      },
    },
  };
}

/** The pages of a kept bundle. Renders one page at a time. */
export class AstroPages {
  readonly #app: App;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #opened = new Set<Route>();
  /** The page that is being rendered: Astro finds it as the static path of every address. */
  #current: PageProps | undefined;

  private constructor(app: App) {
    this.#app = app;
    this.#routes = new Map(
      app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]),
    );
  }

  static async open(bundle: string): Promise<AstroPages> {
    const text = readFileSync(join(bundle, bundleDescription), 'utf8');
    const { entry, styles, scripts } = JSON.parse(text) as Description;
    const app = await importApp(join(bundle, bundlePages, entry));
    app.setInternals({
      pagesByKeys: new Map(styles.map(([key, sheets]) => [key, { styles: sheets }])),
      entrySpecifierToBundleMap: new Map(scripts),
    });
    app.setOptions({
      settings: { scripts: [] },
      logger: { options: { destination: { write: () => true } } },
    });
    return new AstroPages(app);
  }

  /** Returns Astro’s response for a page of this route. Throws where the bundle lacks the route. */
  async render(route: string, page: PageProps): Promise<Response> {
    const data = this.#routes.get(route);
    if (data === undefined) throw new Error(`The pages of ${route} are not in Astro’s bundle`);
    await this.#open(data);
    this.#current = page;
    const request = new Request(new URL(addressOf(route, page), origin));
    return this.#app.render(request, { routeData: data });
  }

  /** Returns the current page for every static path, so that no route lists its paths again. */
  async #open(route: Route): Promise<void> {
    if (this.#opened.has(route)) return;
    const mod = await this.#app.getComponentByRoute(route);
    const staticPaths = Object.assign([], { keyed: { get: () => this.#current } });
    this.#app.routeCache.set(route, { mod, staticPaths });
    this.#opened.add(route);
  }
}

function keepingPrerenderer(
  usual: AstroPrerenderer,
  bundledFolder: () => string,
  folder: string,
): AstroPrerenderer {
  return {
    name: 'dolores:keep-bundle',
    setup: async () => {
      const bundled = bundledFolder();
      const names = await readdir(bundled);
      const entry = names.find((name) => name.startsWith('prerender-entry'));
      if (entry === undefined) throw new Error('Astro made no bundle of the pages');
      // Importing it again gives the module that the usual prerenderer has, and so the same application.
      const heard = recordInternals(await importApp(join(bundled, entry)));
      await usual.setup?.();
      const { pagesByKeys, entrySpecifierToBundleMap } = heard();
      const description: Description = {
        entry,
        styles: [...pagesByKeys].map(([key, { styles }]) => [key, styles]),
        scripts: [...entrySpecifierToBundleMap],
      };
      await cp(bundled, join(folder, bundlePages), { recursive: true });
      await writeFile(join(folder, bundleDescription), JSON.stringify(description));
    },
    getStaticPaths: async () => [],
    render: async () => new Response(null, { status: 404 }),
  };
}

async function importApp(file: string): Promise<App> {
  const { app } = (await import(pathToFileURL(file).href)) as { app: App };
  return app;
}

function recordInternals(app: App): () => Internals {
  const setInternals = app.setInternals.bind(app);
  let heard: Internals | undefined;
  app.setInternals = (internals) => {
    heard = internals as Internals;
    setInternals(internals);
  };
  return () => {
    if (heard === undefined) throw new Error('Astro’s build told its pages nothing of styles');
    return heard;
  };
}

/** The address with which Astro renders a page: the name of its file. */
function addressOf(route: string, { params }: PageProps): string {
  const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? '');
  return /\.\w+$/.test(route) ? path : `${path}.html`;
}
