import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { hiddenNodes } from '#server/services/search/reading/hiddenText.ts';
import { dateIn } from '#server/services/search/reading/pageDate.ts';
import type { PageReading } from '#server/services/search/reading/pageReading.ts';

/** Elements without text for readers. */
const ignored =
  'title, script, style, noscript, template, iframe, object, embed, svg, canvas, form, nav, header, footer, aside, [hidden], [popover], [aria-hidden="true"], dialog:not([open])';

/** Elements that begin a new line. */
const blocks =
  'p, div, section, article, main, h1, h2, h3, h4, h5, h6, li, tr, dt, dd, blockquote, pre, figcaption, table, ul, ol';

/** Most elements of a page: one with more is not a text. */
const mostElements = 40_000;

/** Extracts the main part by Readability, else all visible text. Nothing is loaded and no script runs. */
export function readHtml(html: string): PageReading | undefined {
  const { document } = parseHTML(withFrame(html));
  if (document.querySelectorAll('*').length > mostElements) return undefined;
  const date = dateIn(document);
  const heading = document.querySelector('body > title, h1');
  const title = document.title || (heading?.textContent ?? '');
  const canonical = canonicalOf(document);
  for (const node of hiddenNodes(document)) node.remove();
  for (const element of document.querySelectorAll(ignored)) element.remove();
  const whole = textOf(document.body ?? document.documentElement);
  const article = mainPart(document);
  const text = article && article.text.length * 4 > whole.length ? article.text : whole;
  return { title: article?.title || title, text, date, canonical };
}

function canonicalOf(document: Document): string | undefined {
  const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';
  return href.length > 0 && href.length <= 2_000 ? href : undefined;
}

/** Adds missing outermost elements, as browsers do; linkedom does not. */
function withFrame(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html;
  const content = html.replace(/<!doctype[^<>]*>|<\/?(?:html|head|body)(?:\s[^<>]*)?>/gi, '');
  return `<!doctype html><html><head></head><body>${content}</body></html>`;
}

function mainPart(document: Document): { title: string; text: string } | undefined {
  try {
    const article = new Readability(document, {
      maxElemsToParse: mostElements,
      charThreshold: 200,
      disableJSONLD: true,
    }).parse();
    if (!article?.content) return undefined;
    const { document: content } = parseHTML(`<html><body>${article.content}</body></html>`);
    return { title: article.title ?? '', text: textOf(content.body) };
  } catch {
    // Readability is made for browsers' documents and may fail on this one: the whole text is used then.
    return undefined;
  }
}

function textOf(root: Element): string {
  for (const element of root.querySelectorAll('br')) element.replaceWith('\n');
  for (const element of root.querySelectorAll(blocks)) {
    element.before('\n');
    element.after('\n');
  }
  for (const cell of root.querySelectorAll('td, th')) cell.append(' ');
  return root.textContent ?? '';
}
