import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { answerInLanguage } from '#i18n/answerWords.ts';
import { exampleHtml } from '#markdown/exampleHtml.ts';

const { t } = allTexts('de');
const htmlOf = (answer: string) =>
  answerInLanguage(exampleHtml({ id: 'e', answer }, 'dolores.example'), t);

describe('the answer of an example', () => {
  it('is HTML with the words of the page, without anything that runs or loads', () => {
    const html = htmlOf(
      '# A\n\n<script>1</script><img src=x onerror=1> ![cat](https://a.example/c.png)\n\n|a|\n|-|\n|1|',
    );
    expect(html).toContain('<h3>A</h3>');
    expect(html).not.toMatch(/<(script|img)|\uFDD0/);
    expect(html).toContain('href="https://a.example/c.png"');
    expect(html).toContain(`aria-label="${t('shares.table')}"`);
  });

  it('is valid markup with a formula on its own line within a paragraph, heading or link', () => {
    const html = htmlOf('a $$x$$ b **$$x$$**\n\n# $$x$$\n\n[$$x$$](https://a.example)\n\n$$x$$');
    expect(html.match(/class="answer-formula"/g)).toHaveLength(5);
    expect(html).not.toMatch(/<(p|h3|a)\b[^>]*>(?:(?!<\/\1>).)*<p\b/s);
  });

  it.each(['[a]: https://a.example', '> ', '```\n```'])(
    'is shown as it was written when it would be empty: %j',
    (answer) => {
      expect(htmlOf(answer)).toBe(`<p class="shared-plain">${escapeHtml(answer)}</p>`);
    },
  );

  it('is shown as it was written when it would take too long to convert', () => {
    expect(htmlOf('$x$ '.repeat(2_000))).toMatch(/^<p class="shared-plain">\$x\$ /);
  });
});
