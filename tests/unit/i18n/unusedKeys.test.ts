import { describe, expect, it } from 'vitest';
import { failureReasons } from '#contract/chat.ts';
import { errorStatus } from '#contract/errors.ts';
import { defaultLanguage } from '#domain/languages.ts';
import { modelGroups, models } from '#domain/models.ts';
import { promotions } from '#domain/promotions.ts';
import { areas } from '#i18n/areas.ts';
import { pickMessages } from '#i18n/messages.ts';
import { readSources } from '../../setup/sources.ts';

/** Keys whose end comes from data of this project: each of these names has a text, and no other key is read so. */
const named: Readonly<Record<string, readonly string[]>> = {
  'chat.group.': modelGroups,
  'chat.reason.': failureReasons,
  'errors.': Object.keys(errorStatus),
  'models.': models.map(({ id }) => id),
  'site.promotion.': promotions.map(({ id }) => id),
};

/** Keys whose end comes from imported GPTs, which may name anything. */
const open = ['categories.', 'gpt.capability.'];

const texts = [...readSources(['src']).values()];

/** The files that speak with the texts of an area by their short keys. */
const speakers = new Map(
  areas.map((area) => {
    const binding = new RegExp(`(translator|pickMessages)\\([^)]*'${area}'`);
    return [area, texts.filter((text) => binding.test(text))] as const;
  }),
);

const keys = Object.keys(pickMessages(defaultLanguage, areas));
const stems = [...new Set(keys.map((key) => key.replace(/_(one|other)$/, '')))];

describe('the keys of the messages', () => {
  it('are all used by some source file', () => {
    expect(stems.filter((key) => !isUsed(key))).toEqual([]);
  });

  it('exist for every name that data may ask for', () => {
    const wanted = Object.entries(named).flatMap(([prefix, names]) =>
      names.map((name) => prefix + name),
    );
    expect(wanted.filter((key) => !stems.includes(key))).toEqual([]);
  });
});

function isUsed(key: string): boolean {
  if (open.some((prefix) => key.startsWith(prefix)) || isQuoted(key, texts)) return true;
  const prefix = Object.keys(named).find((start) => key.startsWith(start));
  if (prefix !== undefined) return named[prefix]?.includes(key.slice(prefix.length)) ?? false;
  const area = areas.find((name) => key.startsWith(`${name}.`)) ?? 'site';
  const short = key.slice(area.length + 1);
  const files = speakers.get(area) ?? [];
  return isQuoted(short, files) || isInTemplate(key, texts) || isInTemplate(short, files);
}

function isQuoted(key: string, files: readonly string[]): boolean {
  return files.some((text) => text.includes(`'${key}'`));
}

/** Whether a template such as `title.${range}` may make the key. */
function isInTemplate(key: string, files: readonly string[]): boolean {
  const group = key.slice(0, key.lastIndexOf('.') + 1);
  return group !== '' && files.some((text) => text.includes(`\`${group}\${`));
}
