import { collect, finalise, subscriptionOf } from './stripeBilling.ts';
import {
  type Form,
  StripeRefusal,
  allowOnly,
  inner,
  refuse,
  required,
  text,
} from './stripeForm.ts';
import {
  type Card,
  type CustomerObject,
  type InvoiceObject,
  type PortalSession,
  type StripeWorld,
  emit,
  newId,
  nowOf,
} from './stripeWorld.ts';

const sessionNames =
  'customer customer_account configuration flow_data locale on_behalf_of return_url after_expiration';

const flowNames =
  'type after_completion subscription_cancel subscription_pause subscription_update subscription_update_confirm';

export function newCustomer(world: StripeWorld): CustomerObject {
  const customer: CustomerObject = {
    id: newId('cus'),
    object: 'customer',
    created: nowOf(world),
    livemode: false,
    // Checkout does not fill it: the payment method belongs to the subscription.
    invoice_settings: { default_payment_method: null },
  };
  world.customers.set(customer.id, customer);
  return customer;
}

export function createPortalSession(world: StripeWorld, form: Form): PortalSession {
  allowOnly(form, sessionNames);
  const customer = required(form, 'customer');
  if (!world.customers.has(customer)) {
    refuse(`No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' });
  }
  if (!world.hasPortal) {
    refuse(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
    );
  }
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: nowOf(world),
    customer,
    livemode: false,
    locale: text(form, 'locale') ?? null,
    return_url: addressOf(form, 'return_url') ?? null,
    url: `${world.url}/p/session/${id}`,
    flow: flowOf(form),
  };
  world.portals.set(id, session);
  return session;
}

/**
 * The action of a customer on the page: enters a card that becomes the customer's. Returns where the page leads then.
 */
export function giveCard(world: StripeWorld, url: string, card: Card): string {
  const session = world.portals.get(new URL(url).pathname.split('/').at(-1) ?? '');
  const customer = world.customers.get(session?.customer ?? '');
  if (!session || !customer) throw new Error(`No page ${url}`);
  const method = newId('pm');
  world.methods.set(method, { customer: customer.id, card });
  customer.invoice_settings.default_payment_method = method;
  emit(world, 'payment_method.attached', { id: method });
  emit(world, 'customer.updated', customer);
  return session.flow?.doneUrl ?? session.return_url ?? '';
}

/** Pays a bill by a call, with a payment method of its customer. */
export function payByCall(world: StripeWorld, invoice: InvoiceObject, form: Form): InvoiceObject {
  allowOnly(form, 'payment_method off_session forgive paid_out_of_band source mandate');
  if (invoice.status === 'paid') refuse('Invoice is already paid');
  if (invoice.status !== 'open' && invoice.status !== 'draft') refuse('Invoice cannot be paid');
  const { card } = methodOf(world, invoice.customer, required(form, 'payment_method'));
  if (invoice.status === 'draft') finalise(world, invoice);
  if (!collect(world, invoice, card)) {
    const code =
      card === 'is declined' ? 'card_declined' : 'invoice_payment_intent_requires_action';
    throw new StripeRefusal(402, { type: 'card_error', code, message: 'No payment.' }, true);
  }
  const subscription = subscriptionOf(world, invoice);
  if (subscription.status === 'past_due') {
    subscription.status = 'active';
    emit(world, 'customer.subscription.updated', subscription);
  }
  return invoice;
}

/** Returns a payment method of a customer. Throws for any other, as the real API does. */
export function methodOf(world: StripeWorld, customer: string, id: string) {
  const method = world.methods.get(id);
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
