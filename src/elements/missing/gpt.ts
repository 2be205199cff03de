import type { Gpt } from '#contract/gpts.ts';
import { linkedStarterCharacters } from '#domain/chat.ts';
import { categoriesOf } from '#domain/card.ts';
import { isLinkedGpt } from '#domain/gptLinks.ts';
import { labelSlug } from '#domain/gpts.ts';
import type { Language } from '#domain/languages.ts';
import { markOf } from '#domain/mark.ts';
import { cleanText, clip, contentMarks, isolate } from '#domain/text.ts';
import { authorPath, categoryPath, chatPath, taggedPath } from '#domain/urls.ts';
import { fillPage } from '#elements/fillPage.ts';
import { cloneTemplate, fillSentence, marked } from '#elements/missing/templates.ts';
import '#elements/saveGpt.ts';
import { type TranslateInBrowser, translate } from '#i18n/browser.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { gptFacts } from '#i18n/gptParts.ts';
import type { Texts } from '#i18n/texts.ts';
import { markParts } from '#i18n/markParts.ts';
import { $gpts, type GptState, loadGpt } from '#stores/gpts/gpts.ts';

/**
 * Shows a GPT that the release does not have: one that is newer, or that only its address leads to. Or says why it is
 * not shown. An unknown one changes nothing.
 */
export async function showGpt(place: HTMLElement, { language }: Texts, id: string): Promise<void> {
  await loadGpt(id);
  const known = $gpts.get()[id];
  if (known?.state === 'ready') showFound(place, language, known.gpt);
  else if (known && known.state !== 'loading') showProblem(place, known);
}

function showProblem(
  place: HTMLElement,
  { state, problem }: Extract<GptState, { state: 'refused' | 'failed' }>,
): void {
  const part = cloneTemplate(state === 'failed' ? 'failed' : problem.key);
  if (!part) return;
  part.querySelector('[data-fill="retry"]')?.setAttribute('href', location.href);
  document.title = `${part.querySelector('h1')?.textContent ?? ''} · Dolores`;
  place.querySelector('[data-part="head"]')?.replaceChildren(part);
}

function showFound(place: HTMLElement, language: Language, gpt: Gpt): void {
  const page = cloneTemplate('gpt');
  if (!page) return;
  const { id, author } = gpt;
  const name = cleanText(gpt.name) || id;
  const names = { name: isolate(name), author: isolate(cleanText(author ?? '')) };
  const title = marked(page, 'page').dataset[author === null ? 'title' : 'titleBy'] ?? '';
  document.title = fillSentence(title, names);
  const root = marked(page, 'page');
  const t = translate(JSON.parse(root.dataset['messages'] ?? '{}'), language);
  fillPage(root, { ...markParts(markOf(gpt), ' mark-large'), ...gptFacts(gpt, language, t) });
  fillLabels(page, gpt, language, t);
  write(marked(page, 'name'), name, gpt);
  write(marked(page, 'description'), gpt.description, gpt);
  const by = marked(page, 'by');
  if (author === null) by.remove();
  else {
    by.textContent = fillSentence(by.textContent, names);
    by.setAttribute('href', authorPath(language, author));
  }
  const chat = (text?: string) =>
    chatPath(language, { group: 'g', gpt: id }, text === undefined ? {} : { text });
  marked(page, 'use').setAttribute('href', chat());
  if (!isLinkedGpt(gpt)) marked(page, 'fromLink').remove();
  marked(page, 'save').dataset['gpt'] = id;
  fillStarters(marked(page, 'starters'), gpt, chat);
  fillTexts(page, gpt);
  place.replaceChildren(page);
}

/** The list comes with two patterns: one that leads to the chat, and one that unfolds what is too long for that. */
function fillStarters(section: HTMLElement, gpt: Gpt, hrefOf: (text: string) => string): void {
  const list = marked(section, 'list');
  const [linked, folded] = list.children;
  const texts = gpt.prompt_starters.map(cleanText).filter((text) => text !== '');
  if (!linked || !folded || texts.length === 0) return section.remove();
  list.replaceChildren(
    ...texts.map((text) => {
      const isLong = text.length > linkedStarterCharacters;
      const item = (isLong ? folded : linked).cloneNode(true) as HTMLElement;
      if (isLong) marked(item, 'start').textContent = clip(text, 200);
      else marked(item, 'link').setAttribute('href', hrefOf(text));
      marked(item, 'text').textContent = text;
      setMarks(item, gpt);
      return item;
    }),
  );
}

/** Categories and tags, as links to others with them; only the release knows which tags have pages. */
function fillLabels(
  page: DocumentFragment,
  gpt: Gpt,
  language: Language,
  t: TranslateInBrowser,
): void {
  const categories = categoriesOf(gpt).map((slug) => ({
    text: categoryIn(slug, t),
    href: categoryPath(language, slug),
  }));
  const tags = gpt.tags
    .filter((tag) => labelSlug(cleanText(tag)) !== '')
    .map((tag) => ({ text: cleanText(tag), href: taggedPath(language, cleanText(tag), false) }));
  fillLinks(marked(page, 'categories'), categories);
  if (tags.length === 0) marked(page, 'fact-tags').remove();
  else fillLinks(marked(page, 'tags'), tags);
}

/** The list comes with one link as a pattern; without links, the list goes. */
function fillLinks(list: HTMLElement, links: readonly { text: string; href: string }[]): void {
  const [pattern] = list.children;
  if (!pattern || links.length === 0) return list.remove();
  const items = links.map(({ text, href }) => {
    const item = pattern.cloneNode(true) as HTMLElement;
    const link = item.querySelector('a');
    link?.setAttribute('href', href);
    link?.replaceChildren(text);
    return item;
  });
  list.replaceChildren(...items);
}

function fillTexts(page: DocumentFragment, gpt: Gpt): void {
  if (cleanText(gpt.welcome_message ?? '') === '') marked(page, 'welcomePart').remove();
  else write(marked(page, 'welcome'), gpt.welcome_message, gpt);
  if (cleanText(gpt.instructions ?? '') === '') return marked(page, 'instructionsPart').remove();
  write(marked(page, 'instructions'), gpt.instructions, gpt);
  marked(page, 'noInstructions').remove();
}

/** An author’s text; without one, the element goes. */
function write(element: HTMLElement, text: string | null, gpt: Gpt): void {
  element.textContent = cleanText(text ?? '');
  setMarks(element, gpt);
  if (element.textContent === '') element.remove();
}

/** The language and direction of what its author wrote. */
function setMarks(element: HTMLElement, gpt: Gpt): void {
  const { lang, dir } = contentMarks(gpt.lang);
  element.dir = dir;
  if (lang !== undefined) element.lang = lang;
}
