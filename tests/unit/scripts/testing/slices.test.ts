import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileSeconds } from '../../../../scripts/testing/longSeconds.mjs';
import { makeSlices } from '../../../../scripts/testing/slices.mjs';
import { longSuites } from '../../../../scripts/testing/suites.mjs';

const slices = makeSlices();
const parts = slices.flatMap(({ suites }) =>
  suites.flatMap(({ name, files = [] }) => files.map((file) => `${name}/${file}`)),
);

describe('the slices of the long tests', () => {
  it('have each file of each suite once', () => {
    expect(new Set(parts).size).toBe(parts.length);
    const long = readdirSync('tests/long').filter((file) => file.endsWith('.test.ts'));
    const named = longSuites.flatMap(({ name, files = [] }) =>
      files.map((file) => `${name}/${file}`),
    );
    const expected = [...long.map((file) => `long/${file.replace('.test.ts', '')}`), ...named];
    expect(expected.filter((part) => !parts.includes(part))).toEqual([]);
    expect(parts.some((part) => part.startsWith('e2e-long/'))).toBe(true);
  });

  it('take at most six minutes each on a quiet machine', () => {
    expect(slices.filter(({ seconds }) => seconds > 360)).toEqual([]);
  });

  it('have no time of a file that does not exist', () => {
    const timed = Object.entries(fileSeconds).flatMap(([suite, files]) =>
      Object.keys(files).map((file) => `${suite}/${file}`),
    );
    expect(timed.filter((part) => !parts.includes(part))).toEqual([]);
  });
});
