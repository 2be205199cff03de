import type { Language } from '#domain/languages.ts';
import type { Wanted, WrongWish } from '#domain/search.ts';
import type { Parts } from '#domain/fill.ts';
import { fillPage } from '#elements/fillPage.ts';
import { translate } from '#i18n/browser.ts';
import {
  type Outcome,
  type ResultsPage,
  cardsHtml,
  nextPart,
  resultsParts,
  resultsTitle,
} from '#i18n/resultsParts.ts';
import type { Results } from '#stores/results.ts';

type Found = Extract<Results, { state: 'found' }>;

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
    if (state === 'searching') this.#wait(adds);
    else if (!adds) this.#replace(wanted, state === 'found' ? results : { state });
    else if (state === 'found') this.#add(results);
    else this.#fill({ more: { text: this.#page.t('home.more.failed') }, next: busy(null) });
  }

  /** Says what of the address cannot be searched for. */
  refuse(wanted: Wanted, what: WrongWish): void {
    this.#replace(wanted, { state: 'wrong', what });
  }

  #wait(adds: boolean): void {
    const searching = { text: this.#page.t('results.searching') };
    this.#fill(adds ? { next: busy('true') } : { count: searching, cards: busy('true') });
  }

  #replace(wanted: Wanted, outcome: Outcome): void {
    this.#fill({ ...resultsParts(this.#page, wanted, outcome), more: { text: '' } });
    document.title = resultsTitle(wanted, this.#page.t);
  }

  #add(found: Found): void {
    const list = this.#root.querySelector('#gpts');
    const count = list?.children.length ?? 0;
    list?.insertAdjacentHTML('beforeend', cardsHtml(this.#page, found.cards));
    list?.children[count]?.querySelector('a')?.focus();
    const amount = found.cards.length;
    const next = nextPart(this.#page, found.wanted, found);
    const loaded = { text: this.#page.t('home.more.loaded', { count: amount, amount }) };
    this.#fill({ more: loaded, next: { attributes: { ...next.attributes, 'aria-busy': null } } });
  }

  #fill(parts: Parts): void {
    fillPage(this.#root, parts);
  }
}

function busy(value: 'true' | null) {
  return { attributes: { 'aria-busy': value } };
}
