import type { GptCard } from '#contract/gpts.ts';
import { type Language, isLanguage } from '#domain/languages.ts';
import { gptPath } from '#domain/urls.ts';
import { translate } from '#i18n/browser.ts';
import { type Search, $search, search } from '#stores/search.ts';
import { SearchKeys } from '#elements/searchKeys.ts';

/** Search as one types: a list of links below the field, a sentence where there is nothing to list. */
class SearchBox extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input');
    const list = this.querySelector<HTMLElement>('[role="listbox"]');
    if (!input || !list) return;
    new SearchKeys(this, input, list);
    input.addEventListener('input', () => search(input.value));
    $search.subscribe((state) => this.show(state, list));
    if (input.value !== '') search(input.value);
  }

  private show(state: Search, list: HTMLElement): void {
    const panel = list.parentElement;
    if (panel) panel.hidden = state.state === 'idle';
    const [heading, hint = ''] = this.describe(state);
    this.write('[role="status"]', heading);
    this.write('.search-hint', hint);
    if (state.state === 'searching') return;
    const items = state.state === 'found' ? state.items : [];
    list.replaceChildren(...items.map((item, index) => this.optionOf(item, index)));
    this.querySelector('input')?.setAttribute('aria-expanded', String(items.length > 0));
  }

  private describe(state: Search): [heading: string, hint?: string] {
    const t = translate(JSON.parse(this.dataset['messages'] ?? '{}'), this.language);
    switch (state.state) {
      case 'idle':
        return [''];
      case 'searching':
        return [t('home.search.searching')];
      case 'failed':
        return [t('home.search.failed')];
      case 'found': {
        const { total, query } = state;
        if (total > 0) return [t('home.search.found', { count: total, amount: total })];
        return [t('home.search.none', { query }), t('home.search.noneHint')];
      }
    }
  }

  private optionOf(item: GptCard, index: number): HTMLAnchorElement {
    const option = document.createElement('a');
    option.href = gptPath(this.language, item.id);
    option.id = `search-option-${index}`;
    option.role = 'option';
    option.tabIndex = -1;
    option.className = 'search-option';
    option.append(part('b', item.name, item.lang), part('span', item.description, item.lang));
    return option;
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

function part(name: 'b' | 'span', text: string | null, lang: string | null): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text ?? '';
  element.dir = 'auto';
  if (lang) element.lang = lang;
  return element;
}

customElements.define('search-box', SearchBox);
