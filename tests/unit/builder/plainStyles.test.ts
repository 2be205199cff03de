import { describe, expect, it } from 'vitest';
import { withoutVariables } from '#builder/plainStyles.ts';

const registrations =
  '@property --tw-translate-x{syntax:"*";inherits:false;initial-value:0}' +
  '@property --tw-translate-y{syntax:"*";inherits:false;initial-value:0}' +
  '@property --tw-ordinal{syntax:"*";inherits:false}' +
  '@property --tw-numeric-spacing{syntax:"*";inherits:false}';

describe('sheets without the variables of Tailwind', () => {
  it('have the values in place of the variables', () => {
    const css =
      '@layer properties{@supports (margin-trim:block) or (a:b){*,:before{--tw-translate-x:0}}}' +
      '.up{--tw-translate-y:-4px;translate:var(--tw-translate-x) var(--tw-translate-y)}' +
      '.numbers{--tw-numeric-spacing:tabular-nums;font-variant-numeric:var(--tw-ordinal, ) var(--tw-numeric-spacing, )}' +
      `.bold{--tw-font-weight:700;font-weight:700}${registrations}`;
    expect(withoutVariables(css)).toBe(
      '.up{translate:0 -4px}.numbers{font-variant-numeric: tabular-nums}.bold{font-weight:700}',
    );
  });

  it('leave styles and contents to the utility that sets them', () => {
    const css =
      '.a{border-style:var(--tw-border-style);border-width:1px}' +
      '.b{--tw-border-style:dashed;border-style:dashed}' +
      '.c:before{--tw-content:"x";content:var(--tw-content)}' +
      '.d:before{content:var(--tw-content);visibility:hidden}';
    expect(withoutVariables(css)).toBe(
      '.a{border-width:1px}.b{border-style:dashed}.c:before{content:"x"}.d:before{visibility:hidden}',
    );
  });

  it('change no other rule', () => {
    const css = '@media print{.a{color:var(--ink);content:"{"}}';
    expect(withoutVariables(css)).toBe(css);
  });

  it('stop the build if two utilities work together', () => {
    const css =
      '.x{--tw-translate-x:4px;translate:var(--tw-translate-x) var(--tw-translate-y)}' +
      `.y{--tw-translate-y:4px;translate:var(--tw-translate-x) var(--tw-translate-y)}${registrations}`;
    expect(() => withoutVariables(css)).toThrow('would need --tw-translate-y of another utility');
  });
});
