/** Names of lists of rows within an object. */
const listNames: ReadonlySet<string> = new Set([
  'gpts',
  'items',
  'data',
  'results',
  'agents',
  'assistants',
  'entries',
]);

/** A token of JSON: a text, a bracket or other sign, or a word such as `true` or a number. */
const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+)/gy;

/**
 * Finds the list of rows in an object, beside other keys: `{"meta":{…},"gpts":[{…}]}`, also in an object of such a name
 * (`{"data":{"items":[…]}}`). Returns the index of its bracket. `text` are the first characters of a file.
 * Returns `undefined` if the object ends before, or is a row itself: those have an id, and no
 * `gpts`.
 */
export function findWrappedList(text: string): number | undefined {
  token.lastIndex = 0;
  const open: { bracket: string; key: string }[] = [];
  const ownKeys = new Set<string>();
  let [key, before] = ['', ''];
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, found = ''] = match;
    if (found === ':') {
      key = before.slice(1, -1);
      if (open.length === 1) ownKeys.add(key);
    } else if (found === '[' && before === ':' && isList(open, key, text.slice(token.lastIndex))) {
      const isRow = ownKeys.has('id') && (ownKeys.has('name') || key !== 'gpts');
      return isRow ? undefined : token.lastIndex - 1;
    } else if (found === '{' || found === '[') {
      open.push({ bracket: found, key });
    } else if (found === '}' || found === ']') {
      open.pop();
      if (open.length === 0) return undefined;
    }
    before = found;
  }
  return undefined;
}

/** Whether a list has rows: by its name, the objects around it, and its first element. */
function isList(
  open: readonly { bracket: string; key: string }[],
  key: string,
  rest: string,
): boolean {
  const [, ...inner] = open;
  const isNear = inner.every((one) => one.bracket === '{' && listNames.has(one.key));
  return open.length > 0 && isNear && listNames.has(key) && /^\s*[{\]]/.test(rest);
}
