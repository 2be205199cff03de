import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allCurrencies } from '#domain/pricing/money.ts';
import type { Change } from '#server/gateways/payments/providerRecords.ts';
import { sandboxGateway } from '#server/gateways/payments/sandbox.ts';
import { sign, signatureHeader } from '#server/gateways/payments/sandboxMessages.ts';
import { startPaymentSandbox } from '#server/gateways/payments/sandboxServer.ts';
import { type GatewayHarness, failRequests } from './gatewayHarness.ts';

const key = 'the key of the sandbox of this test';

/** The sandbox's gateway at the sandbox, as the suite of promises drives it. */
export async function startSandboxHarness(): Promise<GatewayHarness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-sandbox-'));
  const nowhere = 'http://127.0.0.1:9';
  const options = { dataDir, key, webhookUrl: () => nowhere, siteOrigin: nowhere };
  const { books, script, origin, close } = await startPaymentSandbox(options);
  const changes: Change[] = [];
  const find = <Row>(table: ReadonlyMap<string, Row>, id: string): Row => {
    const row = table.get(id);
    if (row === undefined) throw new Error(`The sandbox has no ${id}`);
    return row;
  };
  const act = (made: Change[]) => {
    if (made.length === 0) throw new Error('Nothing changed');
    changes.push(...made);
  };
  const signed: GatewayHarness['sign'] = (body, secondsAgo = 0) => ({
    body: new TextEncoder().encode(body),
    headers: new Headers({ [signatureHeader]: sign(key, body, Date.now() - secondsAgo * 1_000) }),
  });
  return {
    gateway: sandboxGateway('sandbox', { origin, key }),
    currencies: allCurrencies,
    now: () => books.now(),
    advance: (seconds) => {
      books.ahead += seconds;
    },
    pay: (id) => act(books.pay(find(books.checkouts, id))),
    message: (kind) => {
      const { id, event } = changes.findLast((change) => change.kind === kind) ?? {};
      if (id === undefined) throw new Error(`No message about a ${kind}`);
      const subject = { kind, id };
      return signed(JSON.stringify({ id: `event_${id}`, type: `${kind}.${event}`, subject }));
    },
    sign: signed,
    fail: failRequests(script.faults),
    later: {
      promise: (id) => act(books.promise(find(books.checkouts, id))),
      settle: (id, arrives) => act(books[arrives ? 'pay' : 'fail'](find(books.checkouts, id))),
    },
    disputes: {
      open: (payment) => {
        const { id } = books.openDispute(payment);
        changes.push({ kind: 'dispute', event: 'opened', id });
        return id;
      },
      end: (id, state) => void Object.assign(find(books.disputes, id), { state }),
    },
    subscriptions: {
      renew: (id) => {
        const subscription = find(books.subscriptions, id);
        books.ahead = (subscription.periodEnds.getTime() - Date.now()) / 1_000;
        const bill = books.renew(subscription);
        changes.push(...books.collect(bill, books.cards.get(id)));
        return bill.id;
      },
      setCard: (id, card) => books.cards.set(id, card),
      payInvoice: (id) => act(books.collect(find(books.bills, id))),
    },
    close: async () => {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
