import { dayOf } from '#domain/dates.ts';
import { coversAdvertised } from '#domain/pricing/advertised.ts';
import { pricedAt } from '#domain/models/modelSettings.ts';
import type { CorePlatform } from '#server/context.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
} from '#server/services/models/readSettings.ts';
import { type PublishOption, requestPublish } from '../publishOption.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

export type ChangeOptions = PublishOption;

/** The changed model; or another change, with its value for `--json` and a sentence for the terminal. */
type Changed = ServedModel | { value: Readonly<Record<string, unknown>>; sentence: string };

/** Later than the start of any price. */
const farFuture = new Date('9999-01-01T00:00:00Z');

/**
 * Makes a change of models, prints the result of `work`, warns if the credits of Pro no longer cover the advertised
 * queries, and requests a publish.
 */
export async function change(
  by: string,
  options: ChangeOptions,
  work: (operator: CorePlatform) => Promise<Changed>,
): Promise<void> {
  await asOperator(async (operator) => {
    const result = await work(operator);
    const [value, sentence] =
      'sentence' in result ? [result.value, result.sentence] : [result, sentenceOf(result)];
    printResult(value, () => console.log(sentence));
    const catalogue = servedModels(await readSettings(operator.database.query));
    const note = await requestPublish(operator, by, options);
    const later = catalogue.map((model) => pricedAt(model, farFuture));
    const today = dayOf(operator.now());
    if (!coversAdvertised(today, catalogue)) {
      console.log(
        'Credits of Pro do not cover the queries that it advertises: the site stops that.',
      );
    } else if (!coversAdvertised(today, later)) {
      console.log('Once all prices count, credits of Pro will not cover the advertised queries.');
    }
    console.log(note);
  });
}

function sentenceOf(model: ServedModel): string {
  const { id, title, group, price, coming, hidden, upstream } = model;
  const credits = price === 1 ? '1 credit' : `${price} credits`;
  const next = coming.map((one) => `, ${one.price} from ${one.from}`).join('');
  const mapped = upstream ? `, answered by ${upstream.provider}/${oneLine(upstream.name)}` : '';
  return `${id} is ${hidden ? 'hidden' : 'offered'}: ${oneLine(title)}, in ${group}, ${credits} a question${next}${mapped}.`;
}
