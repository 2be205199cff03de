/**
 * The roles of a piece of code that look different, by the variable that a theme of CSS variables colours it with; the
 * value is the class that `styles/code.css` gives its look. All others look like text.
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
