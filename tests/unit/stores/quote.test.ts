import { expect, it, vi } from 'vitest';
import { $draft, editDraft, openDraft } from '#stores/drafts/drafts.ts';
import { suggestQuestion } from '#stores/drafts/suggestion.ts';
import { quoteInDraft } from '#stores/drafts/quote.ts';
import { stubSessionStorage } from '../../setup/localStorage.ts';

it('quotes a text after the draft, with an empty line for the question', () => {
  quoteInDraft(' First line\n\nThird line ');
  expect($draft.get().text).toBe('> First line\n>\n> Third line\n\n');
  editDraft('My thought');
  quoteInDraft('Another');
  expect($draft.get().text).toBe('My thought\n\n> Another\n\n');
});

it('puts a suggested question in place of the one before, and after a text that was typed', () => {
  editDraft('');
  suggestQuestion('One?');
  suggestQuestion('Two?');
  expect($draft.get().text).toBe('Two?');
  editDraft('Typed');
  suggestQuestion('One?');
  expect($draft.get().text).toBe('Typed\n\nOne?');
});

it('puts a suggested question in place of the text of an address', () => {
  stubSessionStorage({});
  editDraft('');
  openDraft('one', 'From the address');
  suggestQuestion('Two?');
  expect($draft.get().text).toBe('Two?');
  vi.unstubAllGlobals();
});
