import { createElement, type ComponentType } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { BoundedMemo } from '#domain/boundedMemo.ts';
import { hashOf } from '#domain/hash.ts';

/** The HTML of an island, and the attributes of its element. */
type Drawn = { html: string; attrs: { prefix: string } };

type Island = { componentUrl?: string; componentExport?: { value: string } };

type Props = Readonly<Record<string, unknown>>;

/** Islands of the frame stand on every page of a language, others on the few pages of one GPT. */
const drawn = new BoundedMemo<Drawn>(500);

/** As React adds them for pictures: the page names what is to be fetched early. */
const earlyFetches =
  /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g;

/**
 * Draws an island once for its component and props. The prefix of the ids within it depends on these alone, not on the
 * islands before it, so that a page is the same whichever pages are drawn before.
 */
async function renderToStaticMarkup(
  component: ComponentType<Props>,
  props: Props,
  slots: Props,
  island: Island = {},
): Promise<Drawn> {
  if (Object.keys(slots).length > 0) throw new Error(`${component.name} takes no slots`);
  const { componentUrl = '', componentExport } = island;
  const key = `${componentUrl}\n${componentExport?.value ?? component.name}\n${JSON.stringify(props)}`;
  const known = drawn.get(key);
  if (known) return { html: known.html, attrs: { ...known.attrs } };
  const prefix = `r${hashOf(key.slice(componentUrl.length)).toString(36)}`;
  const stream = await renderToReadableStream(createElement(component, props), {
    identifierPrefix: prefix,
  });
  const html = await new Response(stream).text();
  const made = { html: html.replace(earlyFetches, ''), attrs: { prefix } };
  // While developing, the component may change under the same name.
  if (!import.meta.env.DEV) drawn.set(key, made);
  return made;
}

/** Every component that is not Astro’s is React’s: to look at what it draws would draw it a second time. */
function isComponent(component: unknown): boolean {
  return typeof component === 'function' || (typeof component === 'object' && component !== null);
}

export default {
  name: '@astrojs/react',
  check: isComponent,
  renderToStaticMarkup,
  supportsAstroStaticSlot: true,
};
