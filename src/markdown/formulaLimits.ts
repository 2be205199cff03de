/** Options of KaTeX by which a formula is drawn in bounded time, in the chat and on shared pages. */
export const formulaLimits = { maxSize: 20, maxExpand: 500, strict: false } as const;

const definition =
  /(?<!\\)(?:\\\\)*\\(?:[a-z]*@|(?:[gex]?def|let|futurelet|(?:new|renew|provide)command)(?![a-z@]))/i;

/**
 * Whether a formula defines commands or uses inner ones of LaTeX. It is shown as it was written, because a command of
 * 3,000 characters that is used 500 times makes a formula that KaTeX draws for seconds.
 */
export function definesCommands(formula: string): boolean {
  return definition.test(formula);
}
