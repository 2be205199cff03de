/**
 * The `<template data-missing="name">` of the page, ready to be filled: its elements are marked `data-fill`, and
 * `%value%` stands where a value goes into a sentence. `undefined` where the page has none of that name.
 */
export function cloneTemplate(name: string): DocumentFragment | undefined {
  const selector = `template[data-missing="${CSS.escape(name)}"]`;
  const template = document.querySelector<HTMLTemplateElement>(selector);
  return template ? document.importNode(template.content, true) : undefined;
}

/** The element of that mark. Throws when the template lacks it. */
export function marked(part: ParentNode, name: string): HTMLElement {
  const element = part.querySelector<HTMLElement>(`[data-fill="${name}"]`);
  if (element) return element;
  throw new Error(`No element is marked ${name}`);
}

/** Puts values into a sentence; what they contain is left as it is. */
export function fillSentence(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/%(\w+)%/g, (hole, name: string) => values[name] ?? hole);
}
