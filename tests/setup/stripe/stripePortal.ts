import type { BillRecord, Card } from '#server/gateways/payments/providerRecords.ts';
import { collectBill } from './stripeBills.ts';
import { emit } from './stripeEvents.ts';
import {
  type Form,
  StripeRefusal,
  allowOnly,
  inner,
  refuse,
  required,
  text,
} from './stripeForm.ts';
import { stripeObjects } from './stripeObjects.ts';
import {
  type CustomerObject,
  type PortalSession,
  type StripeState,
  newId,
  planOf,
  secondsNow,
} from './stripeState.ts';

const sessionNames =
  'customer customer_account configuration flow_data locale on_behalf_of return_url after_expiration';

const flowNames =
  'type after_completion subscription_cancel subscription_pause subscription_update subscription_update_confirm';

export function newCustomer(state: StripeState): CustomerObject {
  const customer: CustomerObject = {
    id: newId('cus'),
    object: 'customer',
    created: secondsNow(state),
    livemode: false,
    // Checkout does not fill it: the payment method belongs to the subscription.
    invoice_settings: { default_payment_method: null },
  };
  state.customers.set(customer.id, customer);
  return customer;
}

export function createPortalSession(state: StripeState, form: Form): PortalSession {
  allowOnly(form, sessionNames);
  const customer = required(form, 'customer');
  if (!state.customers.has(customer)) {
    refuse(`No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' });
  }
  if (!state.hasPortal) {
    refuse(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
    );
  }
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: secondsNow(state),
    customer,
    livemode: false,
    locale: text(form, 'locale') ?? null,
    return_url: addressOf(form, 'return_url') ?? null,
    url: `${state.url}/p/session/${id}`,
    flow: flowOf(form),
  };
  state.portals.set(id, session);
  return session;
}

/** Gives the customer the card that was entered on the page. Returns where the page leads then. */
export function giveCard(state: StripeState, url: string, card: Card): string {
  const session = state.portals.get(new URL(url).pathname.split('/').at(-1) ?? '');
  const customer = state.customers.get(session?.customer ?? '');
  if (!session || !customer) throw new Error(`No page ${url}`);
  const method = newId('pm');
  state.methods.set(method, { customer: customer.id, card });
  customer.invoice_settings.default_payment_method = method;
  emit(state, 'payment_method.attached', { id: method });
  emit(state, 'customer.updated', customer);
  return session.flow?.doneUrl ?? session.return_url ?? '';
}

/** Pays a bill by a call, with a payment method of its customer. */
export function payByCall(state: StripeState, bill: BillRecord, form: Form) {
  allowOnly(form, 'payment_method off_session forgive paid_out_of_band source mandate');
  if (bill.state === 'paid') refuse('Invoice is already paid');
  const { customer } = planOf(state, bill.subscriptionId);
  const { card } = methodOf(state, customer, required(form, 'payment_method'));
  if (!collectBill(state, bill, card)) {
    const code =
      card === 'is declined' ? 'card_declined' : 'invoice_payment_intent_requires_action';
    throw new StripeRefusal(402, { type: 'card_error', code, message: 'No payment.' }, true);
  }
  return stripeObjects(state).invoices.get(bill.id);
}

/** Returns a payment method of a customer. Throws for any other, as the real API does. */
export function methodOf(state: StripeState, customer: string, id: string) {
  const method = state.methods.get(id);
  if (method?.customer === customer) return method;
  return refuse(`No such PaymentMethod: '${id}'`, { code: 'resource_missing' });
}

function flowOf(form: Form): PortalSession['flow'] {
  const flow = inner(form, 'flow_data');
  if (!flow) return null;
  allowOnly(flow, flowNames);
  const type = required(flow, 'type');
  if (type !== 'payment_method_update') refuse(`This server does not know the flow ${type}.`);
  const completion = inner(flow, 'after_completion') ?? {};
  allowOnly(completion, 'type redirect hosted_confirmation');
  const isRedirect = text(completion, 'type') === 'redirect';
  const redirect = inner(completion, 'redirect');
  if (isRedirect !== (redirect !== undefined)) {
    refuse('`redirect` belongs to the type `redirect`, and only there.');
  }
  return { type, doneUrl: redirect && addressOf(redirect, 'return_url') };
}

function addressOf(form: Form, name: string): string | undefined {
  const address = text(form, name);
  if (address !== undefined && !/^https?:\/\/[^/]/.test(address)) {
    refuse('Not a valid URL', { code: 'url_invalid', param: name });
  }
  return address;
}
