import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'src/server/db/migrations';
const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
  entries: { tag: string; when: number }[];
};
const tags = entries.map(({ tag }) => tag);

describe('the journal of migrations', () => {
  it('has the files of the folder, in their order', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    expect(tags).toEqual(files.toSorted().map((name) => name.replace('.sql', '')));
  });

  it('has rising times, because drizzle skips a migration with an earlier time', () => {
    const times = entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  it('has one snapshot, that of the newest migration', () => {
    const snapshots = readdirSync(`${folder}/meta`).filter((name) => name !== '_journal.json');
    expect(snapshots).toEqual([`${tags.at(-1)?.slice(0, 4)}_snapshot.json`]);
  });
});
