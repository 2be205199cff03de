import { paymentsOf } from './stripeBilling.ts';
import { refuse, texts, type Form } from './stripeForm.ts';
import type { StripeWorld } from './stripeWorld.ts';

type Shown = Record<string, unknown>;

const deepest = 4;

/** Returns a copy of an object with the references in `expand` replaced by the objects that they name. */
export function expand(world: StripeWorld, object: unknown, form: Form): unknown {
  const shown = structuredClone(object) as Shown;
  for (const path of Object.values(texts(form, 'expand'))) {
    const parts = path.split('.');
    if (parts.length > deepest)
      refuse(`You cannot expand more than ${deepest} levels of a property`);
    expandPath(world, shown, parts, path);
  }
  return shown;
}

function expandPath(world: StripeWorld, shown: Shown, parts: string[], path: string): void {
  const [name, ...rest] = parts;
  if (name === undefined) return;
  if (shown['object'] === 'list' && name === 'data') {
    for (const member of shown['data'] as Shown[]) expandPath(world, member, rest, path);
    return;
  }
  if (shown['object'] === 'invoice' && name === 'payments') {
    const data = structuredClone(paymentsOf(world, String(shown['id'])));
    shown['payments'] = { object: 'list', data, has_more: false };
  }
  if (!(name in shown)) refuse(`This property cannot be expanded (${path}).`);
  const value = shown[name];
  if (value === null) return;
  if (typeof value === 'string') shown[name] = structuredClone(find(world, value, path));
  const inside = shown[name];
  if (typeof inside === 'object' && inside !== null) expandPath(world, inside as Shown, rest, path);
}

function find(world: StripeWorld, id: string, path: string): unknown {
  const tables = [
    world.intents,
    world.charges,
    world.invoices,
    world.subscriptions,
    world.customers,
  ];
  for (const table of tables) {
    const object = table.get(id);
    if (object) return object;
  }
  return refuse(`This property cannot be expanded (${path}).`);
}
