import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { sharedPagePath } from '#domain/chat/chatPaths.ts';
import { type SharedPage, fillSharedPage } from '#server/services/shares/fillSharedPage.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { answerPieces } from '#server/services/shares/answerPieces.ts';
import { RenderedMessages } from '#server/services/shares/renderedMessages.ts';
import { contentSecurityPolicy } from '#release/contentSecurityPolicy.ts';
import { inlineContent } from '#release/inlineContent.ts';
import { openBuiltSite } from '../setup/builtSite.ts';
import { faultsOf } from '../setup/validator.ts';

const site = await openBuiltSite();
const id = 'AAAAAAAAAAAAAAAAAAAAAA';

const messages: BranchMessage[] = [
  message('user', 'Compare $a$ and *b*\n\n  <b>please</b>', ['notes "1".txt']),
  message(
    'assistant',
    '# Yes\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nlet x = 1 < 2;\n```\n\n$$\\frac{a}{b}$$\n\n- [x] [done](https://a.example/x) <img src=x onerror=alert(1)>\n\n> ![cat](https://b.example/c.png)',
  ),
  message('user', 'And now?'),
  { ...message('assistant', ''), state: 'failed' },
];

const shared: SharedPage = {
  state: 'shared',
  shared: {
    id,
    title: '“A < B” & </title><script>alert(1)</script>',
    created: new Date('2026-05-06T07:08:09Z'),
    subject: { name: 'GPT-4o-mini', target: { group: 'openai', model: 'gpt-4o-mini' } },
    messages,
    isCut: false,
    answers: new Map(
      messages.map((one) => [one.id, [...answerPieces(one, 'own.example')].join('')]),
    ),
  },
};

function message(role: 'user' | 'assistant', text: string, attachments: string[] = []) {
  const created = new Date('2026-05-06T07:08:09Z');
  const model = role === 'assistant' ? 'GPT-4o-mini' : null;
  const rest = { created, model, state: null, attachments, search: null, media: [] };
  return { id: `${role} ${text.length}`, role, text, ...rest };
}

function filled(language: Language, page: SharedPage): string {
  const { html } = site.page(sharedPagePath(language));
  const rendered = new RenderedMessages();
  return fillSharedPage(html, page, { language, id, rendered });
}

const states: SharedPage[] = [
  shared,
  { state: 'unknown' },
  { state: 'gone' },
  { state: 'tooMany' },
  { state: 'failed' },
];

describe('the page of a shared conversation', () => {
  it.each(languages)('is complete, valid and within its policy in %s', async (language) => {
    const { html: open, headers } = site.page(sharedPagePath(language));
    for (const page of states) {
      const html = filled(language, page);
      expect(contentSecurityPolicy(inlineContent(html), [])).toBe(
        contentSecurityPolicy(inlineContent(open), []),
      );
      expect(inlineContent(html).forbidden).toEqual([]);
      expect(await faultsOf(html)).toEqual([]);
      expect(html).toContain(`href="/${language}/s/${id}"`);
      expect(html).not.toMatch(/\{\{|shares\./);
    }
    expect(headers['content-security-policy']).toBeDefined();
  });

  it('has all messages', () => {
    const html = filled('en', shared);
    for (const part of [
      '<title>“A &lt; B” &amp; &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Dolores</title>',
      'A conversation with an AI, shared on May 6, 2026.',
      '>Try GPT-4o-mini</a>',
      'href="/en/chat/openai/gpt-4o-mini"',
      '<li dir="auto">notes &quot;1&quot;.txt</li>',
      '  &lt;b&gt;please&lt;/b&gt;</p>',
      '<h3>Yes</h3>',
      'let x = 1 &lt; 2;',
      '<mfrac>',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toMatch(/<img|<script>alert/);
    expect(filled('en', { state: 'gone' })).toContain('No longer shared');
    expect(filled('en', { state: 'gone' })).not.toContain('<ol');
  });

  it('is hidden from search engines, needs no script, and is light', () => {
    const { html } = site.page('/en/s');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"');
    expect(html).toContain('<meta name="referrer" content="no-referrer"');
    expect(html).not.toMatch(/<script[^>]* src=|type="module"/);
    expect(html.length).toBeLessThan(30_000);
  });
});
