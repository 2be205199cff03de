/** Parts of the names of providers' models that are written in capitals. */
const capitals = new Set(['gpt', 'oss']);

/**
 * Returns the name of a provider's model as people write it: `gpt-4.1-mini` → `GPT-4.1 mini`, `claude-haiku-5-5` →
 * `Claude Haiku 5.5`, `openai/gpt-oss-20b` → `GPT-OSS 20b`. Dates at the end are left out.
 */
export function upstreamTitle(name: string): string {
  const plain = name.slice(name.lastIndexOf('/') + 1).replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  // The names of Suno's models are versions alone.
  if (/^V\d/.test(plain)) return `Suno ${plain}`;
  if (!/^[a-z][a-z\d.]*(-[a-z\d.]+)*$/.test(plain)) return plain;
  const [first = '', ...rest] = plain.replaceAll(/(\d)-(?=\d)/g, '$1.').split('-');
  if (!capitals.has(first)) return [first, ...rest].map(capitalised).join(' ');
  const [second = '', ...others] = rest;
  if (!/^\d/.test(second) && !capitals.has(second)) {
    return [first.toUpperCase(), capitalised(second), ...others].join(' ');
  }
  return [
    `${first.toUpperCase()}-${capitals.has(second) ? second.toUpperCase() : second}`,
    ...others,
  ].join(' ');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
