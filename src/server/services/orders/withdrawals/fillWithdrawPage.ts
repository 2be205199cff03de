import { fillMain } from '#parts/fill.ts';
import { type WithdrawalFields, orderNumber, readOrderNumber } from '#domain/orders/withdrawals.ts';

/** A step of the withdrawal form, with the texts to show. */
export type WithdrawStep =
  | {
      step: 'form';
      fields: WithdrawalFields;
      /** The problems of single fields, and of the form as a whole. */
      texts: Partial<Record<keyof WithdrawalFields, string>>;
      text?: string;
      /** After too many requests: seconds until the next try. */
      retrySeconds?: number;
    }
  | { step: 'confirm'; fields: WithdrawalFields }
  | { step: 'sent'; text: string };

/** Returns the withdrawal page of the release, filled with a step. Every text is escaped. */
export function fillWithdrawPage(openPage: string, step: WithdrawStep): string {
  return fillMain(openPage, partsOf(step));
}

const hidden = { attributes: { hidden: '' } };
const shown = { attributes: { hidden: null } };

function partsOf(step: WithdrawStep) {
  // A buyer who has entered the number does not need the help to find it.
  const given = { form: hidden, find: hidden };
  if (step.step === 'sent') return { ...given, sent: shown, 'sent-text': { text: step.text } };
  const fields = step.step === 'confirm' ? withNumber(step.fields) : step.fields;
  const values = ['number', 'email', 'name'] as const;
  if (step.step === 'confirm') {
    const named = fields.name === '' ? {} : { 'name-line': shown };
    return {
      ...given,
      confirm: shown,
      ...named,
      ...Object.fromEntries(
        values.flatMap((name) => [
          [`shown-${name}`, { text: fields[name] }],
          [`kept-${name}`, { attributes: { value: fields[name] } }],
        ]),
      ),
    };
  }
  const { texts, text } = step;
  return {
    ...(text !== undefined && { problem: { text, ...shown } }),
    ...Object.fromEntries(
      values.flatMap((name) => {
        const problem = texts[name];
        const invalid = problem === undefined ? {} : { 'aria-invalid': 'true' };
        return [
          [name, { attributes: { value: fields[name], ...invalid } }],
          ...(problem === undefined ? [] : [[`${name}-problem`, { text: problem, ...shown }]]),
        ];
      }),
    ),
  };
}

/** Returns the fields with the order number in the form of the receipts and mails, not as the buyer typed it. */
function withNumber(fields: WithdrawalFields): WithdrawalFields {
  const start = readOrderNumber(fields.number);
  return start === undefined ? fields : { ...fields, number: orderNumber(start) };
}
