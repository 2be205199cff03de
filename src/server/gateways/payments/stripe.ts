import { allCurrencies } from '#domain/pricing/money.ts';
import type { StripeConfig } from '#server/paymentConfig.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { openCardPage, payOpenBill } from '#server/gateways/payments/stripeCards.ts';
import {
  closeCheckout,
  openCheckout,
  readCheckout,
} from '#server/gateways/payments/stripeCheckout.ts';
import { type StripeLimits, stripeClient } from '#server/gateways/payments/stripeClient.ts';
import { readEvent } from '#server/gateways/payments/stripeEvents.ts';
import { readInvoice } from '#server/gateways/payments/stripeInvoices.ts';
import { listPaid } from '#server/gateways/payments/stripePayments.ts';
import {
  listDisputes,
  listRefunds,
  readDispute,
  readRefund,
  refund,
} from '#server/gateways/payments/stripeRefunds.ts';
import { downgrade, dropDowngrade } from '#server/gateways/payments/stripeSchedules.ts';
import {
  endNow,
  readSubscription,
  setEndsAtPeriodEnd,
} from '#server/gateways/payments/stripeSubscriptions.ts';
import { upgrade } from '#server/gateways/payments/stripeUpgrade.ts';

/** Stripe: its Checkout pages, and Stripe Billing for plans that renew. */
export function stripeGateway(config: StripeConfig, limits?: StripeLimits): PaymentGateway {
  const client = stripeClient(config, limits);
  return {
    method: 'stripe',
    currencies: allCurrencies,
    renews: true,
    openCheckout: (request) => openCheckout(client, request),
    readCheckout: (id) => readCheckout(client, id),
    closeCheckout: (id) => closeCheckout(client, id),
    readEvent: async (body, headers) => readEvent(config.webhookSecrets, body, headers),
    refund: (request) => refund(client, request),
    readRefund: ({ providerId }) => readRefund(client, providerId),
    readDispute: (id) => readDispute(client, id),
    listsPayments: true,
    listPaid: (since) => listPaid(client, since),
    listRefunds: (span) => listRefunds(client, span),
    listDisputes: (span) => listDisputes(client, span),
    subscriptions: {
      read: (id) => readSubscription(client, id),
      readInvoice: (id) => readInvoice(client, id),
      setEndsAtPeriodEnd: (id, ends) => setEndsAtPeriodEnd(client, id, ends),
      endNow: (id) => endNow(client, id),
      upgrade: (id, change) => upgrade(client, id, change),
      downgrade: (id, change) => downgrade(client, id, change),
      dropDowngrade: (id) => dropDowngrade(client, id),
      openCardPage: (id, page) => openCardPage(client, id, page),
      payOpenBill: (id) => payOpenBill(client, id),
    },
  };
}
