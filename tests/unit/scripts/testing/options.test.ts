import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../../scripts/testing/options.mjs';

describe('the options of npm test', () => {
  it.each([
    [[], { set: '' }],
    [['--long'], { set: '--long' }],
    [['--only', 'unit,server'], { set: '', only: ['unit', 'server'] }],
    [['--long', '--only', 'long'], { set: '--long', only: ['long'] }],
    [['--long', '--slice'], { set: '--long', slice: '' }],
    [['--long', '--slice', '2'], { set: '--long', slice: '2' }],
    [['--changed'], { set: '', changed: '' }],
    [['--changed', 'HEAD~3'], { set: '', changed: 'HEAD~3' }],
  ])('takes %j', (args, options) => {
    expect(readOptions(args)).toEqual(options);
  });

  it.each([
    [['--only']],
    [['--only', 'long']],
    [['--only', 'unit', 'server']],
    [['--slice']],
    [['--long', '--slice', 'two']],
    [['--long', '--changed']],
    [['--changed', '--all']],
    [['unit']],
  ])('refuses %j', (args) => {
    expect(readOptions(args)).toBeUndefined();
  });
});
