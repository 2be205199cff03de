import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script, createContext } from 'node:vm';
import { parseHTML } from 'linkedom';

type Check = { message: string };
type Finding = {
  id: string;
  nodes: { html: string; any: Check[]; all: Check[]; none: Check[]; failureSummary?: string }[];
};
type Options = Readonly<{
  resultTypes: readonly string[];
  iframes: boolean;
  preload: boolean;
  rules: Readonly<Record<string, { enabled: boolean }>>;
}>;
type Axe = {
  run: (
    page: unknown,
    options: Options,
  ) => Promise<{ violations: Finding[]; incomplete: Finding[]; passes: Finding[] }>;
};

/**
 * They depend on the look of a page, or on a part of the DOM that linkedom lacks: `tests/e2e` checks them in a browser.
 */
const browserRules = [
  'color-contrast',
  'label-content-name-mismatch',
  'link-in-text-block',
  'region',
  'scrollable-region-focusable',
  'target-size',
  'td-headers-attr',
  'th-has-data-cells',
];

const options: Options = {
  resultTypes: ['violations', 'incomplete', 'passes'],
  iframes: false,
  preload: false,
  rules: Object.fromEntries(browserRules.map((rule) => [rule, { enabled: false }])),
};

/** The program, as the adapter for Playwright brings it along. */
const adapter = createRequire(import.meta.url).resolve('@axe-core/playwright');
const program = new Script(
  readFileSync(createRequire(adapter).resolve('axe-core/axe.min.js'), 'utf8'),
);

export type AxeResult = {
  /** One sentence for each violation, and for each rule that could not be tried. */
  problems: string[];
  /** The rules that found something to check, and nothing wrong with it. */
  passed: string[];
};

/** Runs axe on the HTML of a page, as it is before any script has run, with the rules that need no browser. */
export async function runAxe(html: string): Promise<AxeResult> {
  const { axe, page } = loadAxe(html);
  const { violations, incomplete, passes } = await axe.run(page, options);
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html: element, failureSummary }) => `${id}: ${element}\n${failureSummary}`),
  );
  const untried = incomplete.filter(({ nodes }) =>
    nodes.some(({ any, all, none }) =>
      [...any, ...all, ...none].some(({ message }) => message.startsWith('Axe encountered')),
    ),
  );
  return {
    problems: [...problems, ...untried.map(({ id }) => `${id} could not be tried`)],
    passed: passes.map(({ id }) => id),
  };
}

/** Loads the program into a global object of its own, because it keeps the window in which it was loaded. */
function loadAxe(html: string): { axe: Axe; page: unknown } {
  const { window, document } = parseHTML(html);
  const create = document.createElement.bind(document);
  // Elements of HTML have names in lower case; axe recognises XHTML by those that have not.
  document.createElement = (name: string) => create(name.toLowerCase());
  const globals: Record<string, unknown> = {
    document,
    location: { href: 'http://localhost/', origin: 'http://localhost' },
    navigator: { userAgent: 'Node.js' },
    screen: { orientation: { type: 'landscape-primary', angle: 0 } },
    innerWidth: 1280,
    innerHeight: 800,
    console,
    setTimeout,
    clearTimeout,
    getComputedStyle: styleOf,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  for (const name of [
    'Node',
    'Element',
    'HTMLElement',
    'NodeList',
    'Document',
    'NamedNodeMap',
  ] as const)
    globals[name] = window[name];
  for (const name of ['window', 'self', 'top', 'parent']) globals[name] = globals;
  program.runInContext(createContext(globals));
  return { axe: globals['axe'] as Axe, page: document };
}

/** No style sheet is read: of all properties, only `display` of elements with the attribute `hidden` matters. */
function styleOf(element: { hasAttribute(name: string): boolean }): object {
  const display = element.hasAttribute('hidden') ? 'none' : 'block';
  const read = (name: string) => (name === 'display' ? display : '');
  const properties = { display, getPropertyValue: read };
  return new Proxy(properties, {
    get: (target, name) => Reflect.get(target, name) ?? '',
  });
}
