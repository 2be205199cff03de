import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { configurationDocument } from '../../../scripts/configuration/document.ts';
import { environmentExample } from '../../../scripts/configuration/example.ts';

describe('docs/configuration.md', () => {
  it('is what `npm run configuration` writes', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationDocument());
  });

  it('has an example beside it with the same variables, which Node reads', () => {
    const example = readFileSync('.env.example', 'utf8');
    expect(example).toBe(environmentExample());
    const all = parseEnv(example.replaceAll(/^#(?=[A-Z\d_]+=)/gm, ''));
    for (const name of configurationDocument().matchAll(/^\| `([A-Z\d_]+)`/gm)) {
      expect(all).toHaveProperty(name[1] ?? '');
    }
    expect(Object.keys(parseEnv(example))).toContain('SMTP_URL');
  });

  it('explains exactly the variables that are read', () => {
    const read = new Set<string>();
    const note = (_: object, name: string | symbol) => {
      if (typeof name === 'string') read.add(name);
      return undefined;
    };
    // With these set, every branch is taken.
    const set: Record<string, string> = { COMPATIBLE_BASE_URL: 'http://localhost' };
    readConfig(
      new Proxy(set, { get: (from, name) => note(from, name) ?? Reflect.get(from, name) }),
    );
    const table = readFileSync('docs/configuration.md', 'utf8')
      .split('\n')
      .flatMap((line) => /^\| `([A-Z][A-Z0-9_]+)` \|/.exec(line)?.[1] ?? []);
    expect(table.toSorted()).toEqual([...read].toSorted());
  });
});
