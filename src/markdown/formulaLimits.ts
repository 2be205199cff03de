/** Options of KaTeX by which a formula is drawn in bounded time, in the chat and on shared pages. */
export const formulaLimits = { maxSize: 20, maxExpand: 500, strict: false } as const;

const definition =
  /(?<!\\)(?:\\\\)*\\(?:[a-z]*@|(?:[gex]?def|let|futurelet|(?:new|renew|provide)command)(?![a-z@]))/i;

/** Most characters of a formula with chemistry, which is read sign by sign. */
const chemistryAtMost = 1_000;

/** Whether a formula has chemistry: `\ce{H2O}`, or units: `\pu{5 mol}`. */
export function hasChemistry(formula: string): boolean {
  return /\\(?:ce|pu)\s*\{/.test(formula);
}

/**
 * Whether a formula is shown as it was written, because it may take seconds: it is a long one with chemistry, or it
 * defines commands or uses inner ones of LaTeX. A command of 3,000 characters that is used 500 times makes a formula that
 * KaTeX draws for seconds.
 */
export function isTooMuch(formula: string): boolean {
  return definition.test(formula) || (hasChemistry(formula) && formula.length > chemistryAtMost);
}
