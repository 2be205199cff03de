import type { Language } from '#domain/languages.ts';
import type { Wanted, WrongWish } from '#domain/search.ts';
import { fillPage } from '#elements/fillPage.ts';
import { translate } from '#i18n/browser.ts';
import { type ResultsPage, addedHtml } from '#i18n/resultsLists.ts';
import {
  type Outcome,
  failedMoreParts,
  nextPart,
  resultsParts,
  resultsTitle,
  waitingParts,
} from '#i18n/resultsParts.ts';
import type { Results } from '#stores/results.ts';

/** Puts results into the marked places of the page, as the server does. */
export class ResultsView {
  readonly #root: HTMLElement;
  readonly #page: ResultsPage;

  constructor(root: HTMLElement, language: Language) {
    const t = translate(JSON.parse(root.dataset['messages'] ?? '{}'), language);
    const card = root.querySelector<HTMLTemplateElement>('[data-card]')?.innerHTML ?? '';
    this.#root = root;
    this.#page = { language, t, card };
  }

  show(results: Results): void {
    if (results.state === 'given') return;
    const { state, wanted, adds } = results;
    if (state === 'searching') fillPage(this.#root, waitingParts(this.#page, adds));
    else if (!adds) this.#replace(wanted, state === 'found' ? results : { state });
    else if (state === 'found') this.#add(results);
    else fillPage(this.#root, failedMoreParts(this.#page));
  }

  /** Says what of the address cannot be searched for. */
  refuse(wanted: Wanted, what: WrongWish): void {
    this.#replace(wanted, { state: 'wrong', what });
  }

  #replace(wanted: Wanted, outcome: Outcome): void {
    fillPage(this.#root, { ...resultsParts(this.#page, wanted, outcome), more: { text: '' } });
    document.title = resultsTitle(wanted, this.#page.t);
  }

  #add(found: Extract<Results, { state: 'found' }>): void {
    const added = addedHtml(this.#page, found.wanted, found);
    this.#append('cards', added.cards);
    this.#append('others', added.others);
    const amount = found.cards.length;
    const text = this.#page.t('home.more.loaded', { count: amount, amount });
    fillPage(this.#root, { more: { text }, next: nextPart(this.#page, found.wanted, found) });
  }

  #append(name: 'cards' | 'others', html: string): void {
    const list = this.#root.querySelector(`[data-fill="${name}"]`);
    list?.insertAdjacentHTML('beforeend', html);
    if (html === '') return;
    const shown = { attributes: { hidden: null } };
    fillPage(
      this.#root,
      name === 'cards' ? { cards: shown } : { others: shown, othersTitle: shown },
    );
  }
}
