import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { RenewingPlan } from '#contract/orders/subscription.ts';
import { $orders, loadOrders } from '#stores/orders/orders.ts';
import { $plan, confirmChange, loadPlan, openPlanDialog } from '#stores/orders/subscription.ts';
import {
  type FakeApi,
  type Handle,
  type Seen,
  json,
  refuse,
  startFakeApi,
} from '../../setup/fakeApi.ts';

let api: FakeApi;
/** The state of the server, which its answers show. */
let stored: { orders: Order[]; plan: RenewingPlan };

const moment = '2026-11-02T10:00:00.000Z';
const later = '2026-12-02T10:00:00.000Z';
const noLink = { change: null, card: null };

const plan: RenewingPlan = {
  kind: 'renewing',
  product: 'basic_month',
  credits: 500,
  currency: 'USD',
  method: 'sandbox',
  state: 'active',
  period: { starts: moment, ends: later },
  next_amount: 899,
  ends_at_period_end: false,
  leaving: false,
  needs_waiver: true,
  waiting: null,
  upgrading: null,
  changes: [
    {
      product: 'pro_month',
      kind: 'upgrade',
      amount: 2_899,
      credits: 2_000,
      from: null,
      moved: [],
    },
  ],
  parts: [],
};

const upgrade = orderOf('upgrade');
const renewal = orderOf('renewal');

beforeAll(async () => {
  api = await startFakeApi();
});

afterAll(() => api.close());

beforeEach(async () => {
  stored = { orders: [orderOf('purchase')], plan };
  api.answer(showStored);
  await loadOrders();
  await loadPlan(noLink);
});

it('shows the renewal that the provider’s message has paid between the loads of orders and plan', async () => {
  stored.orders = [renewal, ...stored.orders];
  await loadPlan({ ...noLink, card: 'given' });
  expect(shownKinds()).toEqual(['renewal', 'purchase']);
  expect(api.seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
    'GET /api/orders',
    'GET /api/subscription',
    'GET /api/subscription',
    'GET /api/orders',
  ]);
});

it('keeps the shown plan and orders while they are loaded again after an upgrade', async () => {
  const states = new Set<string>();
  const unsubscribe = [
    $orders.listen(({ state }) => states.add(state)),
    $plan.listen(({ state }) => states.add(state)),
  ];
  const [chosen] = plan.changes;
  openPlanDialog({ kind: 'change', chosen, waives: true });
  stored = { orders: [upgrade, ...stored.orders], plan: { ...plan, product: 'pro_month' } };
  await confirmChange();
  await expect.poll(shownKinds).toEqual(['upgrade', 'purchase']);
  expect($plan.get()).toMatchObject({
    plan: { product: 'pro_month' },
    upgraded: { id: upgrade.id },
  });
  await loadPlan();
  expect([...states]).toEqual(['shown']);
  for (const end of unsubscribe) end();
});

it('keeps the shown orders when newer ones cannot be loaded, with a message', async () => {
  api.answer(refuse(500, 'internal'));
  await loadOrders();
  expect($orders.get()).toMatchObject({ state: 'shown', problem: { key: expect.any(String) } });
  expect(shownKinds()).toEqual(['purchase']);
  api.answer(showStored);
  await loadOrders();
  expect($orders.get()).toMatchObject({ state: 'shown', problem: undefined });
});

function shownKinds(): string[] {
  const orders = $orders.get();
  return orders.state === 'shown' ? orders.items.map(({ kind }) => kind) : [];
}

function showStored(request: Seen, response: ServerResponse): ReturnType<Handle> {
  const { orders, plan: now } = stored;
  if (request.path.startsWith('/api/orders')) return json({ items: orders })(request, response);
  if (request.method === 'POST') return json({ order: upgrade, plan: now })(request, response);
  if (request.path === '/api/subscription') {
    return json({ plan: now, previews: [] })(request, response);
  }
  return refuse(401, 'unauthorized')(request, response);
}

function orderOf(kind: Order['kind']): Order {
  return {
    id: crypto.randomUUID(),
    kind,
    product: 'basic_month',
    currency: 'USD',
    amount: 899,
    regular: 899,
    steps: [],
    following: 899,
    credits: 500,
    methods: [],
    renewing: [],
    state: 'fulfilled',
    failure: null,
    method: 'sandbox',
    processing: false,
    receipt_number: 1,
    created: moment,
    expires: later,
    paid: moment,
    period: null,
  };
}
