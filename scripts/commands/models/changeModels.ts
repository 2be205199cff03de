import { coversAdvertised } from '#domain/advertised.ts';
import { pricedAt } from '#domain/modelSettings.ts';
import {
  type ServedModel,
  readSettings,
  servedModels,
} from '#server/services/models/readSettings.ts';
import { type PublishOption, askBecause } from '../askPublish.ts';
import { type Operator, asOperator } from '../operator.ts';
import { oneLine } from '../terminal.ts';

export type ChangeOptions = PublishOption & { json: boolean };

/** Later than any price that can be set. */
const farAhead = new Date('9999-01-01T00:00:00Z');

/** Makes a change, prints what `work` answers, warns of a promise that it breaks and asks for a publish. */
export async function change(
  by: string,
  options: ChangeOptions,
  work: (operator: Operator) => Promise<ServedModel | string>,
): Promise<void> {
  await asOperator(async (operator) => {
    const done = await work(operator);
    if (options.json) console.log(JSON.stringify(done, null, 2));
    else console.log(typeof done === 'string' ? done : sentenceOf(done));
    const catalogue = servedModels(await readSettings(operator.database.query));
    const note = await askBecause(operator, by, options);
    if (options.json) return;
    const later = catalogue.map((model) => pricedAt(model, farAhead));
    if (!coversAdvertised(catalogue)) {
      console.log(
        'Credits of Pro do not cover the queries that it advertises: the site stops that.',
      );
    } else if (!coversAdvertised(later)) {
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
