/**
 * Maps the CSS variables of a Shiki theme to the classes that `styles/code.css` colours. Code in other variables looks
 * like plain text.
 */
export const codeRoles: Readonly<Record<string, string>> = {
  'var(--token-keyword)': 'token-key',
  'var(--token-string)': 'token-text',
  'var(--token-string-expression)': 'token-text',
  'var(--token-comment)': 'token-note',
  'var(--token-constant)': 'token-fact',
  'var(--token-function)': 'token-verb',
  'var(--token-link)': 'token-verb',
  'var(--token-inserted)': 'token-text',
  'var(--token-deleted)': 'token-key',
};
