import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BlogPictures } from '#catalog/blog/images.ts';
import { renderPost } from '#catalog/blog/renderPost.ts';
import { AnswerText } from '#islands/answer/AnswerText.tsx';
import { TextProvider } from '#islands/shared/text.tsx';
import { markdownToHtml } from '#markdown/markdownToHtml.ts';
import { formulasCases } from '../../fixtures/reading/formulas.ts';
import { tagCases } from '../../fixtures/reading/tags.ts';
import { textCases } from '../../fixtures/reading/text.ts';
import type { ReadingCases } from '../../fixtures/reading/cases.ts';
import { shareWords } from '../../fixtures/shareWords.ts';

const textsOf = (cases: ReadingCases) =>
  Object.values(cases).flatMap(({ drawn, unchanged }) =>
    [...drawn, ...unchanged].map((one) => (typeof one === 'string' ? one : one[0])),
  );
const texts = textsOf({ ...textCases, ...formulasCases, ...tagCases });

/** Posts have no footnotes, no tags, and no formulas. */
const postTexts = textsOf(textCases).filter((text) => !/\[\^|<|\\\(|```|~~~/.test(text));

describe('chat and shared page', () => {
  it.each(texts)('draw the same of %j', (text) => {
    const chat = renderToStaticMarkup(
      <TextProvider language="en" messages={{}}>
        <AnswerText text={text} />
      </TextProvider>,
    );
    expect(outline(chat)).toBe(outline(markdownToHtml(text, shareWords)));
  });
});

describe('a post', () => {
  it.each(postTexts)('draws the same as a shared page of %j', (text) => {
    const { html } = renderPost(
      { language: 'en', fields, body: text, place: 'en/post.md' },
      { language: 'en', hasPicture: false, stateOf: () => 'published', pictures },
    );
    const page = markdownToHtml(text, shareWords).replaceAll(/<bdi.*?<\/bdi>/g, '');
    expect(outline(html)).toBe(outline(page));
  });
});

const fields = { title: 'A', description: 'A', date: '2026-03-01', author: 'A' };
const pictures = new BlogPictures('none');

const kept =
  /^<\/?(?:strong|em|del|code|pre|a|sub|sup|kbd|mark|details|summary|br|tr|td|th|ul|ol|li|blockquote|section|m)\b/;

/** Returns the texts and elements of an answer without what only one of the two has around them. */
function outline(html: string): string {
  return (
    html
      .replaceAll(/<!--.*?-->|<template.*?<\/template>|<figcaption>.*?<\/figcaption>/g, '')
      .replaceAll(/<div class="answer-code-head">.*?<\/div>/g, '')
      .replaceAll(/<math.*?<\/math>/gs, '<m>')
      // In the chat KaTeX draws by script.
      .replaceAll(/<span[^>]*translate="no">[^<]*<\/span>/g, '<m>')
      .replaceAll(/<[^>]*>/g, (tag) => (kept.test(tag) ? tag.replace(/^(<\/?\w+).*/s, '$1>') : ''))
      .replaceAll(/<(\/?)th>/g, '<$1td>')
      .replaceAll(/&#x27;|&#39;/g, "'")
      .replaceAll(/\s+/g, '')
  );
}
