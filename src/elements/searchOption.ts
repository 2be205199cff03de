import type { GptCard } from '#contract/gpts.ts';
import type { Language } from '#domain/languages.ts';
import { gptPath } from '#domain/urls.ts';

/** A result of the search: a link that the keyboard reaches through the field. */
export function optionOf(item: GptCard, index: number, language: Language): HTMLAnchorElement {
  const option = document.createElement('a');
  option.href = gptPath(language, item.id);
  option.id = `search-option-${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.className = 'search-option';
  option.append(part('b', item.name, item.lang), part('span', item.description, item.lang));
  return option;
}

function part(name: 'b' | 'span', text: string | null, lang: string | null): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text ?? '';
  element.dir = 'auto';
  if (lang) element.lang = lang;
  return element;
}
