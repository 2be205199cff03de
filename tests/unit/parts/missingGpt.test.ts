import { describe, expect, it } from 'vitest';
import { allTexts } from '#i18n/allTexts.ts';
import { instructionsHtml } from '#markdown/instructionsHtml.ts';
import { missingGpt, refusedGpt } from '#parts/missingGpt.ts';
import { makeGpt } from '../../fixtures/makeGpt.ts';

const texts = allTexts('en');

function drawn(
  fields: Parameters<typeof makeGpt>[0],
  model: string | null = 'GPT-4.1 mini',
): string {
  const toHtml = (text: string) => instructionsHtml(text, 'own.example');
  return missingGpt(texts, makeGpt(fields), model, toHtml, 'https://own.example').html;
}

describe('a GPT that the release does not have', () => {
  it('shows the texts of its author as text, in its language', () => {
    const html = drawn({ id: 'a', name: '<b>Name</b>', description: '"<i>', lang: 'ar' });
    expect(html).toContain('<h1 class="text-22 md:text-28" lang="ar" dir="rtl">&lt;b&gt;Name');
    expect(html).toContain('lang="ar" dir="rtl">&quot;&lt;i&gt;</p>');
    expect(html).not.toContain('<b>');
  });

  it('names the model that answers, and none where none does', () => {
    expect(drawn({ id: 'a', model: 'gpt-3.5-turbo' })).toContain('<li>GPT-4.1 mini</li>');
    const html = drawn({ id: 'a', model: 'gpt-3.5-turbo' }, null);
    expect(html).not.toContain('GPT-3.5');
    expect(html).not.toContain('<dt>Model');
  });

  it('leads to the chat with a starter, and unfolds one that is too long for a link', () => {
    const html = drawn({ id: 'a b', name: 'A', prompt_starters: ['What <?', 'x'.repeat(5_000)] });
    expect(html).toContain('href="/en/chat/g/a%20b?text=What%20%3C%3F" rel="nofollow"');
    expect(html.match(/<details class="starter block">/g)).toHaveLength(1);
  });

  const example = {
    id: 'e',
    question: 'Why <b>?',
    answer: 'Because.',
    source: 'author' as const,
    model: null,
    date: '2026-10-12',
    lang: null,
  };

  it('shows an example with its author, and leads to the chat with its question', () => {
    const html = drawn({ id: 'a', examples: [{ ...example, html: '<p>Because.</p>' }] });
    expect(html).toContain(
      '>Why &lt;b&gt;?</p><div class="example-answer" lang="en" dir="auto"><p>',
    );
    expect(html).toContain('Written by the author · Oct\u00a012,\u00a02026');
    expect(html).toContain('href="/en/chat/g/a?text=Why%20%3Cb%3E%3F" rel="nofollow"');
    expect(html).not.toContain('example-whole');
  });

  it('names a model that is gone, folds a long answer, and never shows HTML that was not made for it', () => {
    const sampled = { ...example, source: 'sampled' as const, model: 'Gone <1>', lang: 'ar' };
    const answer = '<script>alert(1)</script>\n'.repeat(20);
    const html = drawn({ id: 'a', examples: [{ ...sampled, answer }, example] });
    expect(html).toContain('Answered by Gone &lt;1&gt; on Oct\u00a012,\u00a02026');
    expect(html).toMatch(/<details class="example-whole"><summary>.*lang="ar" dir="rtl"><p/);
    expect(html).not.toContain('<script');
    expect(html.match(/<details class="fold">/g)).toHaveLength(1);
  });

  it('shows instructions as Markdown with every line, without links to this site or formulas', () => {
    const instructions =
      '# Role\nOne\ntwo **three**\n\n[a](https://own.example/logout) $x^2$\n\n<b onclick="x">b</b>';
    const html = drawn({ id: 'a', name: 'A', instructions });
    expect(html).toContain('<h3>Role</h3>\n<p>One<br>\ntwo <strong>three</strong></p>');
    expect(html).toContain('<span>a</span> $x^2$');
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt;');
    expect(html).not.toContain('written-fold');
    expect(drawn({ id: 'a', name: 'A', instructions: 'Rule.\n\n'.repeat(30) })).toContain(
      'written-fold',
    );
  });

  it('is shared by its address, also by mail', () => {
    const html = drawn({ id: 'a b', name: 'A & B' });
    const url = 'https://own.example/en/gpts/a%20b';
    expect(html).toContain(`href="${url}" data-share="copy"`);
    const mail = `mailto:?subject=A%20%26%20B&amp;body=${encodeURIComponent(url)}`;
    expect(html).toContain(`href="${mail}"`);
  });

  it('leaves out unknown fields', () => {
    const html = drawn({ id: 'a', name: 'A', author: null, builder: null, tags: [] });
    for (const name of ['Author', 'Author, builder', 'Builder', 'Licence']) {
      expect(html).not.toContain(`<dt>${name}</dt>`);
    }
    expect(html).not.toContain('Tags');
  });

  it('leads from tags to the search, because only the release has a list of pages', () => {
    expect(drawn({ id: 'a', name: 'A', tags: ['c&d', '…'] })).toContain(
      '<a class="tag" href="/en/search?tag=c%26d" dir="auto">c&amp;d</a>',
    );
  });

  it('names the reason why a GPT is not shown', () => {
    expect(refusedGpt(texts, true).html).toContain('This GPT was removed');
    expect(refusedGpt(texts, false).html).toContain('This GPT is not public');
  });
});
