import { describe, expect, it } from 'vitest';
import { suitesForFiles } from '../../../../scripts/testing/changed.mjs';

/** The chosen suites for a change of these files, with the chosen test files. */
function chosenFor(...files: string[]): Record<string, readonly string[]> {
  const suites = suitesForFiles(files, () => undefined);
  return Object.fromEntries(suites.map(({ name, files: chosen = [] }) => [name, chosen]));
}

describe('the suites of a change', () => {
  it('are format and unit tests for a document', () => {
    expect(Object.keys(chosenFor('docs/operating/start.md')).toSorted()).toEqual([
      'format',
      'unit',
    ]);
  });

  it('have the tests of the same subject for a use case of the server', () => {
    const chosen = chosenFor('src/server/services/shares/revokeShare.ts');
    expect(chosen['server']).toEqual(expect.arrayContaining(['shares', 'shareLimits']));
    expect(chosen).not.toHaveProperty('build');
    expect(chosen).not.toHaveProperty('e2e');
  });

  it('have a release, the subject in the browser and the main path for an island', () => {
    const chosen = chosenFor('src/islands/RedeemDialog.tsx');
    expect(chosen).toHaveProperty('release');
    expect(chosen['e2e']).toEqual(expect.arrayContaining(['redeem', 'spine']));
  });

  it('have the pages of the subject and the markup of all for a component', () => {
    const chosen = chosenFor('src/components/ranking/RankingTable.astro');
    expect(chosen['build']).toEqual(expect.arrayContaining(['ranking', 'markup']));
  });

  it('have a changed test itself, and the tests that import a changed helper', () => {
    expect(chosenFor('tests/server/conversations/shares.test.ts')['server']).toEqual(['shares']);
    expect(chosenFor('tests/e2e/shifts.ts')['e2e']).toContain('shifts');
  });

  it('have at most twelve files of the server for a module that everything imports', () => {
    const { server = [] } = chosenFor('src/domain/credits/credits.ts');
    expect(server.length).toBeGreaterThan(0);
    expect(server.length).toBeLessThanOrEqual(12);
  });
});
