import { describe, expect, it } from 'vitest';
import { copiedHtml } from '#markdown/copiedHtml.ts';

const html = (text: string) => copiedHtml(text, 'dolores.example').trim();

describe('the HTML of a copied answer', () => {
  it('has the formatting of its Markdown', () => {
    expect(html('## Result\n\nIt is **42**, see [a page](https://other.example/a).')).toBe(
      '<h3>Result</h3>\n<p>It is <strong>42</strong>, see <a href="https://other.example/a" target="_blank" rel="nofollow ugc noopener noreferrer">a page</a><bdi> (other.example)</bdi>.</p>',
    );
    expect(html('|a|b|\n|-|-:|\n|1|2|')).toContain('<td>1</td><td align="right">2</td>');
  });

  it('has no addresses and attributes of our page', () => {
    expect(html('A note[^1].\n\n```ts\na = "<b class=\\"x\\">"\n```\n\n[^1]: Here.')).toBe(
      `<p>A note<sup>1</sup>.</p>
<figure><figcaption>ts</figcaption><pre><code>a = &quot;&lt;b class=\\&quot;x\\&quot;&gt;&quot;</code></pre></figure>
<section><ol><li><p>Here.</p>
</li></ol></section>`,
    );
  });

  it('keeps formulas as they were written', () => {
    expect(html('The area is $\\pi r^2$.')).toBe('<p>The area is $\\pi r^2$.</p>');
  });

  it('shows untrusted HTML as text and loads no picture', () => {
    expect(html('<script>x</script> ![](https://other.example/p.png)')).not.toMatch(/<script|<img/);
    expect(html('![](https://other.example/p.png)')).toContain('🖼</a>');
  });
});
