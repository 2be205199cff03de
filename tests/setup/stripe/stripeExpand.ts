import { refuse, texts, type Form } from './stripeForm.ts';
import { stripeObjects } from './stripeObjects.ts';
import type { StripeState } from './stripeState.ts';

type Shown = Record<string, unknown>;

const deepest = 4;

/** Returns a copy of an object with the references in `expand` replaced by the objects that they name. */
export function expand(state: StripeState, object: unknown, form: Form): unknown {
  const shown = structuredClone(object) as Shown;
  for (const path of Object.values(texts(form, 'expand'))) {
    const parts = path.split('.');
    if (parts.length > deepest)
      refuse(`You cannot expand more than ${deepest} levels of a property`);
    expandPath(state, shown, parts, path);
  }
  return shown;
}

function expandPath(state: StripeState, shown: Shown, parts: string[], path: string): void {
  const [name, ...rest] = parts;
  if (name === undefined) return;
  if (shown['object'] === 'list' && name === 'data') {
    for (const member of shown['data'] as Shown[]) expandPath(state, member, rest, path);
    return;
  }
  if (shown['object'] === 'invoice' && name === 'payments') {
    const payment = stripeObjects(state).invoicePayments.get(String(shown['id']));
    const data = payment ? [payment] : [];
    shown['payments'] = { object: 'list', data, has_more: false };
  }
  if (!(name in shown)) refuse(`This property cannot be expanded (${path}).`);
  const value = shown[name];
  if (value === null) return;
  if (typeof value === 'string') shown[name] = structuredClone(find(state, value, path));
  const inside = shown[name];
  if (typeof inside === 'object' && inside !== null) expandPath(state, inside as Shown, rest, path);
}

function find(state: StripeState, id: string, path: string): unknown {
  const { intents, charges, invoices, subscriptions } = stripeObjects(state);
  const tables = [intents, charges, invoices, subscriptions, state.customers];
  for (const table of tables) {
    const object = table.get(id);
    if (object?.id === id) return object;
  }
  return refuse(`This property cannot be expanded (${path}).`);
}
