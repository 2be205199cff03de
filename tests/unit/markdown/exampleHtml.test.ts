import { describe, expect, it } from 'vitest';
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

  it('is shown as it was written when it would take too long to convert', () => {
    expect(htmlOf('$x$ '.repeat(2_000))).toMatch(/^<p class="shared-plain">\$x\$ /);
  });
});
