import type { Language } from '#domain/languages/languages.ts';
import type { Requested, InvalidRequest } from '#domain/gpts/search.ts';
import { translate } from '#i18n/browser.ts';
import type { Texts } from '#i18n/texts.ts';
import { contentHtml } from '#parts/fill.ts';
import { fillPage } from '#parts/fillPage.ts';
import type { Markup } from '#parts/markup.ts';
import { addedCards } from '#parts/resultsLists.ts';
import {
  type Outcome,
  failedMoreParts,
  nextPart,
  resultsParts,
  resultsTitle,
  waitingParts,
} from '#parts/resultsParts.ts';
import type { Results } from '#stores/gpts/results.ts';

/** Shows results in the marked elements of the page. The server fills the same elements. */
export class ResultsView {
  readonly #root: HTMLElement;
  readonly #texts: Texts;

  constructor(root: HTMLElement, language: Language) {
    const t = translate(JSON.parse(root.dataset['messages'] ?? '{}'), language);
    this.#root = root;
    this.#texts = { language, t };
  }

  show(results: Results): void {
    if (results.state === 'given') return;
    const { state, requested, adds } = results;
    if (state === 'searching') fillPage(this.#root, waitingParts(this.#texts, adds));
    else if (!adds) this.#replace(requested, state === 'found' ? results : { state });
    else if (state === 'found') this.#add(results);
    else fillPage(this.#root, failedMoreParts(this.#texts));
  }

  /** Shows which part of the address is invalid. */
  refuse(requested: Requested, what: InvalidRequest): void {
    this.#replace(requested, { state: 'wrong', what });
  }

  #replace(requested: Requested, outcome: Outcome): void {
    fillPage(this.#root, { ...resultsParts(this.#texts, requested, outcome), more: { text: '' } });
    document.title = resultsTitle(requested, this.#texts.t);
  }

  #add(found: Extract<Results, { state: 'found' }>): void {
    const added = addedCards(this.#texts, found.requested, found);
    this.#append('cards', added.cards);
    this.#append('others', added.others);
    const count = found.cards.length;
    const text = this.#texts.t('home.more.loaded', { count, amount: count });
    fillPage(this.#root, { more: { text }, next: nextPart(this.#texts, found.requested, found) });
  }

  #append(name: 'cards' | 'others', cards: readonly Markup[]): void {
    const list = this.#root.querySelector(`[data-fill="${name}"]`);
    list?.insertAdjacentHTML('beforeend', contentHtml(cards));
    if (cards.length === 0) return;
    const shown = { attributes: { hidden: null } };
    fillPage(
      this.#root,
      name === 'cards' ? { cards: shown } : { others: shown, othersTitle: shown },
    );
  }
}
