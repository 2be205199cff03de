const names =
  'aligned|alignedat|align|alignat|array|darray|gathered|gather|equation|split|cases|dcases|rcases|drcases|smallmatrix|[pbBvV]?matrix|subarray|CD';
const beginning = new RegExp(String.raw`^\\begin\{((?:${names})\*?)\}`);

/** Returns `\end{…}` for the environment of formulas that begins a text without dollars around it. */
export function environmentEnd(text: string): string | undefined {
  const name = beginning.exec(text)?.[1];
  return name === undefined ? undefined : String.raw`\end{${name}}`;
}

/** Returns the environment of formulas with which a text begins, with those of the same name within it. */
export function readEnvironment(text: string): string | undefined {
  const end = environmentEnd(text);
  if (end === undefined) return undefined;
  const begin = end.replace('end', 'begin');
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/\\(?:begin|end)\{[A-Za-z]+\*?\}/g)) {
    if (sign === begin) depth += 1;
    else if (sign === end) depth -= 1;
    if (depth === 0) return text.slice(0, index + sign.length);
  }
  return undefined;
}
