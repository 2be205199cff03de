import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failuresOfPlaywright } from '../../../../scripts/testing/failures.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dolores-failures-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(path: string | undefined): object {
  const attachments = path === undefined ? [] : [{ name: 'error-context', path }];
  const result = { error: { message: 'Not visible' }, attachments };
  const test = { status: 'flaky', projectName: 'desktop', results: [result, {}] };
  const spec = { file: 'login.test.ts', line: 9, title: 'signs in', tests: [test] };
  return { suites: [{ suites: [{ specs: [spec] }] }] };
}

const title = '(flaky) [desktop] tests/e2e/login.test.ts:9 › signs in';

describe('a failure of an end-to-end test', () => {
  it('shows the first lines of the page', () => {
    const path = join(folder, 'error-context.md');
    const rows = Array.from({ length: 60 }, (_, index) => `  - text: row ${index}`);
    const snapshot = ['```yaml', '- main:', ...rows, '```'].join('\n');
    writeFileSync(
      path,
      `# Error details\n\n\`\`\`\nNot visible\n\`\`\`\n\n# Page snapshot\n\n${snapshot}\n`,
    );
    const [text = ''] = failuresOfPlaywright(reportOf(path));
    const [first, second, third, ...others] = text.split('\n');
    expect([first, second, third]).toEqual([title, '    Not visible', '    | - main:']);
    expect(others).toHaveLength(39);
    expect(others.at(-1)).toBe('    |   - text: row 38');
  });

  it('shows the error alone where there is no picture of the page', () => {
    for (const path of [undefined, join(folder, 'missing.md')]) {
      expect(failuresOfPlaywright(reportOf(path))).toEqual([`${title}\n    Not visible`]);
    }
  });
});
