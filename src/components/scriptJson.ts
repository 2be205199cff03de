/**
 * Returns a value as JSON for the content of a `<script>` element. “<” is escaped, because it could end the element.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
