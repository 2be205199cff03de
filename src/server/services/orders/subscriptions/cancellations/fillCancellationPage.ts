import type { CancellationFields, CancellationProblem } from '#domain/orders/cancellation.ts';
import { fillMain } from '#parts/fill.ts';
import { markup } from '#parts/markup.ts';

/** The outcome of the form, in the words of its page. */
export type CancellationOutcome =
  | { state: 'received'; text: string }
  | {
      state: 'refused';
      fields: CancellationFields;
      /** The problems of single fields, and of the form as a whole. */
      texts: Partial<Record<CancellationProblem['field'], string>>;
      text: string;
      /** After too many requests: seconds until the next try. */
      retrySeconds?: number;
    };

/** Returns the page of the release with the outcome. Every text is escaped. */
export function fillCancellationPage(openPage: string, outcome: CancellationOutcome): string {
  return fillMain(openPage, partsOf(outcome));
}

function partsOf(outcome: CancellationOutcome) {
  if (outcome.state === 'received') {
    return {
      form: { attributes: { hidden: '' } },
      received: { attributes: { hidden: null } },
      'received-text': { text: outcome.text },
    };
  }
  const { fields, texts, text } = outcome;
  const problems = Object.entries(texts).map(([field, problem]) => {
    return [`${field}-problem`, { text: problem, attributes: { hidden: null } }];
  });
  const filled = (field: 'email' | 'contract' | 'wanted') => ({
    attributes: {
      value: fields[field],
      ...(texts[field] === undefined ? {} : { 'aria-invalid': 'true' }),
    },
  });
  return {
    ...Object.fromEntries(problems),
    problem: { text, attributes: { hidden: null } },
    email: filled('email'),
    contract: filled('contract'),
    wanted: filled('wanted'),
    // The HTML parser drops a line break at the beginning of a text area.
    reason: { content: markup`${'\n'}${fields.reason}` },
    [`kind-${fields.kind}`]: { attributes: { checked: '' } },
  };
}
