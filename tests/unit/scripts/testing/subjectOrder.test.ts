import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  orderedFolders,
  readOrder,
  runsUp,
  subjectImports,
} from '../../../../scripts/testing/subjectOrder.mjs';

describe.for(orderedFolders)('%s', (folder) => {
  it('lists every subject once in its README', () => {
    const folders = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(readOrder(folder).toSorted()).toEqual(folders.toSorted());
  });

  it('imports subjects from top to bottom only', () => {
    const order = readOrder(folder);
    expect(subjectImports(folder).filter((link) => runsUp(order, link))).toEqual([]);
  });
});

describe('the order of subjects', () => {
  const order = ['browser', 'chat'];
  const planted = (file: string, target: string) =>
    subjectImports('src/stores', new Map([[file, [target]]])).filter((link) => runsUp(order, link));

  it.for([
    ['src/stores/browser/planted.ts', 'src/stores/chat/chat.ts'],
    ['src/stores/chat/planted.ts', 'src/stores/unlisted/chat.ts'],
    ['src/stores/chat/planted.ts', 'src/stores/planted.ts'],
  ])('refuses that %s imports %s', ([file = '', target = '']) => {
    expect(planted(file, target)).toHaveLength(1);
  });

  it.for([
    ['src/stores/chat/planted.ts', 'src/stores/browser/tabs.ts'],
    ['src/stores/chat/planted.ts', 'src/stores/chat/chat.ts'],
    ['src/stores/planted.ts', 'src/stores/chat/chat.ts'],
    ['src/stores/browser/planted.ts', 'src/domain/chat/chat.ts'],
  ])('allows that %s imports %s', ([file = '', target = '']) => {
    expect(planted(file, target)).toEqual([]);
  });
});
