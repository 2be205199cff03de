import { expect, it } from 'vitest';
import { minifyScripts } from '#builder/inlineScripts.ts';

it('minifies the scripts that a component writes into pages, and nothing else', () => {
  const source = `---\nconst text = 'a';\n---\n<p> {text} </p>\n<script>\n  import '#elements/site.ts';\n</script>`;
  const script =
    '<script is:inline>\n  {\n    // Why.\n    const long = read();\n    show(long, long);\n  }\n</script>';
  expect(minifyScripts(source + script)).toBe(
    `${source}<script is:inline>{const o=read();show(o,o)}</script>`,
  );
});
