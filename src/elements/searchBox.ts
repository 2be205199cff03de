import { type Language, isLanguage } from '#domain/languages.ts';
import { SearchKeys } from '#elements/searchKeys.ts';
import { optionOf } from '#elements/searchOption.ts';
import { translate } from '#i18n/browser.ts';
import { type Search, $search, search } from '#stores/search.ts';

/** Search as one types: a list of links below the field, a sentence where there is nothing to list. */
class SearchBox extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input');
    const list = this.querySelector<HTMLElement>('[role="listbox"]');
    if (!input || !list) return;
    const keys = new SearchKeys(input, list);
    keys.listenIn(this);
    input.addEventListener('input', () => search(input.value));
    $search.subscribe((state) => this.show(state, list));
    if (input.value !== '') search(input.value);
  }

  private show(state: Search, list: HTMLElement): void {
    if (list.parentElement) list.parentElement.hidden = state.state === 'idle';
    const [heading, hint = ''] = this.describe(state);
    this.write('[role="status"]', heading);
    this.write('.search-hint', hint);
    if (state.state === 'searching') return;
    const items = state.state === 'found' ? state.items : [];
    list.replaceChildren(...items.map((item, index) => optionOf(item, index, this.language)));
    const input = this.querySelector('input');
    input?.setAttribute('aria-expanded', String(items.length > 0));
    input?.removeAttribute('aria-activedescendant');
  }

  private describe(state: Search): [heading: string, hint?: string] {
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), this.language);
    if (state.state === 'idle') return [''];
    if (state.state !== 'found') return [t(`home.search.${state.state}`)];
    const { total, query } = state;
    if (total > 0) return [t('home.search.found', { count: total, amount: total })];
    return [t('home.search.none', { query }), t('home.search.noneHint')];
  }

  private write(selector: string, text: string): void {
    const place = this.querySelector(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }

  private get language(): Language {
    const language = this.dataset['language'];
    return isLanguage(language) ? language : 'en';
  }
}

customElements.define('search-box', SearchBox);
