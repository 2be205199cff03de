import { readFileSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

/**
 * The only file that uses undocumented parts of Astro: the folder `.prerender`, `app.setInternals`, `app.routeCache`,
 * `app.getComponentByRoute`, and the texts of scripts and the modules of pages in `app.manifest` (`core/build/app.js`,
 * `core/build/environment.js`), as they are in this version.
 * `tests/build/astroAdapter.test.ts` shows what breaks with another version.
 */
export const testedAstroVersion = '7.3.5';

/** The origin of requests for pages. No page reads it. */
const origin = 'http://localhost';

/** In the folder of a bundle: the file that describes it, and the folder with the code of its pages. */
export const bundleDescription = 'bundle.json';
const bundlePages = 'pages';

type Description = {
  /** The file in the folder of pages that exports the application. */
  entry: string;
  styles: [key: string, styles: Style[]][];
  scripts: [specifier: string, file: string][];
};

type Style = { sheet: { type: 'inline'; content: string } | { type: 'external' } };

const style: z.ZodMiniType<Style> = z.looseObject({
  sheet: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('inline'), content: z.string() }),
    z.looseObject({ type: z.literal('external') }),
  ]),
});

const description: z.ZodMiniType<Description> = z.object({
  entry: z.string(),
  styles: z.array(z.tuple([z.string(), z.array(style)])),
  scripts: z.array(z.tuple([z.string(), z.string()])),
});

/** The part of the manifest of `astro build` that rendering needs. */
type Internals = {
  pagesByKeys: ReadonlyMap<string, { styles: Style[] }>;
  entrySpecifierToBundleMap: ReadonlyMap<string, string>;
};

type Route = { route: string; component: string };

type AstroApp = {
  manifest: {
    routes: { routeData: Route }[];
    inlinedScripts: Map<string, string>;
    clientDirectives: Map<string, string>;
    pageMap: Map<string, () => Promise<object>>;
  };
  routeCache: { set(route: Route, entry: object): void };
  getComponentByRoute(route: Route): Promise<object>;
  setInternals(internals: object): void;
  setOptions(options: object): void;
  render(request: Request, options: { routeData: Route; locals: object }): Promise<Response>;
};

/** The input for a page: the parameters of its route, the props of its component, and `Astro.locals` of all components. */
export type PageProps = {
  params: Readonly<Record<string, string>>;
  props: object;
  locals?: App.Locals;
};

/**
 * Makes `astro build` render no page. Copies the bundle of the pages, which Astro deletes at the end, to `folder`, with
 * the build's lists of styles and scripts, so that `AstroPages` can render any page from it later.
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

/** Renders pages from a stored bundle, one page at a time. */
export class AstroPages {
  readonly #app: AstroApp;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #opened = new Set<Route>();
  /** The page that is being rendered. Astro gets it as the static path of every address. */
  #current: PageProps | undefined;

  private constructor(app: AstroApp) {
    this.#app = app;
    this.#routes = new Map(
      app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]),
    );
  }

  /** `replaceText` returns what stands on pages in place of the text of an inline style or script. */
  static async open(
    bundle: string,
    replaceText: (text: string) => string = (text) => text,
  ): Promise<AstroPages> {
    const text = readFileSync(join(bundle, bundleDescription), 'utf8');
    const { entry, styles, scripts } = parseChecked(description, text, 'Astro’s bundle');
    const app = await importApp(join(bundle, bundlePages, entry));
    replaceScripts(app, replaceText);
    app.setInternals({
      pagesByKeys: new Map(
        styles.map(([key, sheets]) => [key, { styles: sheets.map(replaceStyle(replaceText)) }]),
      ),
      entrySpecifierToBundleMap: new Map(scripts),
    });
    app.setOptions({
      settings: { scripts: [] },
      logger: { options: { destination: { write: () => true } } },
    });
    return new AstroPages(app);
  }

  /** Returns Astro’s response for a page. Throws if the bundle does not have the route. */
  async render(route: string, page: PageProps): Promise<Response> {
    const data = this.#routes.get(route);
    if (data === undefined) throw new Error(`The pages of ${route} are not in Astro’s bundle`);
    await this.#open(data);
    this.#current = page;
    const request = new Request(new URL(addressOf(route, page), origin));
    return this.#app.render(request, { routeData: data, locals: page.locals ?? {} });
  }

  /** Makes Astro use the current page for every static path, so that the route does not compute its paths. */
  async #open(route: Route): Promise<void> {
    if (this.#opened.has(route)) return;
    const { pageMap } = this.#app.manifest;
    const imported = await pageMap.get(route.component)?.();
    // Astro imports the module of a page for each page, which takes a tenth of the time of a list of GPTs.
    if (imported) pageMap.set(route.component, async () => imported);
    const mod = await this.#app.getComponentByRoute(route);
    const staticPaths = Object.assign([], { keyed: { get: () => this.#current } });
    this.#app.routeCache.set(route, { mod, staticPaths });
    this.#opened.add(route);
  }
}

function replaceScripts({ manifest }: AstroApp, replaceText: (text: string) => string): void {
  for (const texts of [manifest.inlinedScripts, manifest.clientDirectives]) {
    // An empty text makes Astro leave out the element.
    for (const [name, text] of texts) if (text !== '') texts.set(name, replaceText(text));
  }
}

function replaceStyle(replaceText: (text: string) => string) {
  return (style: Style): Style =>
    style.sheet.type === 'inline'
      ? { ...style, sheet: { ...style.sheet, content: replaceText(style.sheet.content) } }
      : style;
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
      // Importing it returns the same module, and so the same application, that the usual prerenderer has.
      const recorded = recordInternals(await importApp(join(bundled, entry)));
      await usual.setup?.();
      const { pagesByKeys, entrySpecifierToBundleMap } = recorded();
      const described: Description = {
        entry,
        styles: [...pagesByKeys].map(([key, { styles }]) => [key, styles]),
        scripts: [...entrySpecifierToBundleMap],
      };
      await cp(bundled, join(folder, bundlePages), { recursive: true });
      await writeFile(join(folder, bundleDescription), JSON.stringify(described));
    },
    getStaticPaths: async () => [],
    render: async () => new Response(null, { status: 404 }),
  };
}

async function importApp(file: string): Promise<AstroApp> {
  const { app } = (await import(pathToFileURL(file).href)) as { app: AstroApp };
  return app;
}

function recordInternals(app: AstroApp): () => Internals {
  const setInternals = app.setInternals.bind(app);
  let recorded: Internals | undefined;
  app.setInternals = (internals) => {
    recorded = internals as Internals;
    setInternals(internals);
  };
  return () => {
    if (recorded === undefined) throw new Error('Astro’s build set no styles and scripts');
    return recorded;
  };
}

/** Returns the path with which Astro renders a page: the name of its file. */
function addressOf(route: string, { params }: PageProps): string {
  const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? '');
  return /\.\w+$/.test(route) ? path : `${path}.html`;
}
