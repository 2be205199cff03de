import { describe, expect, it } from 'vitest';
import { groupTags } from '#catalog/labels/tagGroups.ts';
import { contentMarks } from '#domain/texts/text.ts';

const names = [
  'work',
  'Études',
  'email',
  '3d',
  '취업준비',
  '数据',
  'かな',
  'đọc',
  'Эссе',
  '!',
  'Excel',
];
const tags = names.map((name) => ({ slug: name, name, marks: contentMarks(null) }));

describe('groupTags', () => {
  it('groups Latin tags by letter without accents, then digits, other scripts and signs', () => {
    const groups = groupTags(tags, 'en').map(({ name, tags }) => [
      name,
      ...tags.map((tag) => tag.name),
    ]);
    expect(groups).toEqual([
      ['Đ', 'đọc'],
      ['E', 'email', 'Études', 'Excel'],
      ['W', 'work'],
      ['0–9', '3d'],
      ['Cyrillic', 'Эссе'],
      ['Hangul', '취업준비'],
      ['Han', '数据'],
      ['Japanese', 'かな'],
      ['#', '!'],
    ]);
  });

  it.each([
    ['ja', ['日本語の文字', '漢字']],
    ['ko', ['한글', 'Đ']],
    ['zh', ['汉字', 'Đ']],
  ] as const)('begins with the script of readers in %s', (language, first) => {
    expect(
      groupTags(tags, language)
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(first);
  });

  it('keeps every tag once', () => {
    const all = groupTags(tags, 'de').flatMap((group) => group.tags.map(({ name }) => name));
    expect(all.toSorted()).toEqual(names.toSorted());
  });
});
