import { createElement, type ComponentType, type ReactElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { BoundedMemo } from '#domain/boundedMemo.ts';
import { hashOf } from '#domain/hash.ts';

/** The HTML of an island, and the attributes of the element around it. */
type Rendered = { html: string; attrs: { prefix: string } };

type Island = { componentUrl?: string; componentExport?: { value: string } };

type Props = Readonly<Record<string, unknown>>;

/** Most islands are the same on every page of a language. */
const renderedIslands = new BoundedMemo<Rendered>(500);

/**
 * The links that React adds, for example for pictures. The page itself names the files that the browser fetches early.
 */
const resourceHints =
  /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g;

/**
 * Returns the HTML of an island, memoised by component and props. The prefix of the ids in it depends on these alone,
 * so that a page does not depend on the pages that were rendered before.
 */
async function renderToStaticMarkup(
  component: ComponentType<Props>,
  props: Props,
  slots: Props,
  island: Island = {},
): Promise<Rendered> {
  if (Object.keys(slots).length > 0) throw new Error(`${component.name} takes no slots`);
  if (!isJson(props)) throw new Error(`The props of ${component.name} are no JSON`);
  const { componentUrl = '', componentExport } = island;
  const key = `${componentUrl}\n${componentExport?.value ?? component.name}\n${JSON.stringify(props)}`;
  const known = renderedIslands.get(key);
  if (known) return { html: known.html, attrs: { ...known.attrs } };
  const prefix = `r${hashOf(key.slice(componentUrl.length)).toString(36)}`;
  const html = await htmlOf(createElement(component, props), prefix);
  const rendered = { html: html.replace(resourceHints, ''), attrs: { prefix } };
  // In development, the component may change under the same name.
  if (!import.meta.env.DEV) renderedIslands.set(key, rendered);
  return rendered;
}

/** Whether a value consists of what `island.ts` can read. A Date, for example, would become a string. */
function isJson(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    const isPlain =
      Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
    return isPlain && Object.values(value).every(isJson);
  }
  return typeof value !== 'bigint' && value !== Infinity && value !== -Infinity;
}

/** React's mark for the place of a component that waits for something. */
const waitingMark = /<!--\$[!?]-->/;

/** Returns the HTML of an element. A stream waits for components that wait, but takes five times as long. */
async function htmlOf(element: ReactElement, identifierPrefix: string): Promise<string> {
  const html = renderToString(element, { identifierPrefix });
  if (!waitingMark.test(html)) return html;
  return new Response(await renderToReadableStream(element, { identifierPrefix })).text();
}

/** Every component that is not Astro's is React's. Finding out by rendering it would render it twice. */
function isComponent(component: unknown): boolean {
  return typeof component === 'function' || (typeof component === 'object' && component !== null);
}

export default {
  name: '@astrojs/react',
  check: isComponent,
  renderToStaticMarkup,
  supportsAstroStaticSlot: true,
};
