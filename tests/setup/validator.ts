import { type ConfigData, HtmlValidate } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  elements: [
    'html5',
    // Astro puts the one rule of its islands in front of the first of them.
    { style: { inherit: 'style', flow: true } },
  ],
  rules: {
    // How React writes attributes, void elements and ids; all of it is valid.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // GPTs are named by their authors.
    'long-title': 'off',
    // Suggestions as one types are more than a native list can show.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
};
const validator = new HtmlValidate(config);

/** The faults in the markup of a page, each once. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...new Set(faults)];
}
