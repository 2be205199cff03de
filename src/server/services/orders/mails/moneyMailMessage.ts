import type { Language } from '#domain/languages/languages.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { newOrderPath, ordersPath, receiptPath, retryPayPath } from '#domain/orders/orderPaths.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { policyPath } from '#domain/site/sitePaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { orderNumber } from '#domain/orders/withdrawals.ts';
import { formatOf } from '#i18n/format.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Config } from '#server/config.ts';
import type { moneyMail } from '#server/db/schema/moneyMails.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { type MailPart, layOutMail } from '#server/services/mail/layout.ts';
import { confirmationParts } from '#server/services/orders/mails/confirmationParts.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { productName } from '#server/services/orders/productName.ts';

export type MoneyMailRow = typeof moneyMail.$inferSelect;

/** A mail with the order that it is about, the address and the stored language of its user. */
export type WaitingMail = {
  row: MoneyMailRow;
  order: OrderRow | null;
  email: string;
  language: string;
};

/** The data of the parts of a mail. */
export type MailInput = WaitingMail & {
  config: Pick<Config, 'publicUrl' | 'operator'>;
  chosen: Language;
  /** The values of the texts. */
  values: Record<string, string>;
};

/** Returns the mail. The same row always has the same `Message-ID`, so that mailboxes can drop a copy. */
export function moneyMailMessage(
  config: Pick<Config, 'publicUrl' | 'operator'>,
  waiting: WaitingMail,
  now: Date,
): Mail {
  const { row, email, language } = waiting;
  const chosen = chooseLanguage({ stored: language });
  const t = translator(chosen, 'mail');
  const input = { ...waiting, config, chosen, values: valuesOf(waiting, chosen) };
  const mail = layOutMail({
    to: email,
    subject: t(`money.${row.kind}.subject`, input.values),
    language: chosen,
    parts: partsOf(input, now),
  });
  return { ...mail, messageId: `<money-${row.id}@${new URL(config.publicUrl).hostname}>` };
}

function valuesOf({ row, order }: WaitingMail, language: Language): Record<string, string> {
  const { money, number } = formatOf(language);
  const { amount, currency, product, ends } = row;
  return {
    product: product === null ? '' : productName(product, language),
    price: amount === null || currency === null ? '' : money(amount, currency),
    credits: number(amount ?? 0),
    date: ends === null ? '' : longDay(language, ends),
    number: order === null ? '' : orderNumber(order.id),
  };
}

function partsOf(input: MailInput, now: Date): MailPart[] {
  const { row, order, chosen, values } = input;
  const t = translator(chosen, 'mail');
  const text = (key: string): MailPart => ({ text: t(`money.${row.kind}.${key}`, values) });
  const link = (path: string, key: string): MailPart => ({
    link: new URL(path, input.config.publicUrl).href,
    label: t(`money.link.${key}`),
  });
  switch (row.kind) {
    case 'ordered':
      return order ? confirmationParts(input, order, link) : [];
    case 'renewed':
      return [
        text('intro'),
        text('choice'),
        ...(order ? [link(receiptPath(chosen, order.id), 'receipt')] : []),
        link(ordersPath(chosen), 'plan'),
        link(policyPath(chosen, 'terms'), 'terms'),
      ];
    case 'orderFailed':
      return [text('intro'), text('choice'), link(retryPath(input, now), 'pay')];
    case 'renewalFailed':
      return [text('intro'), text('choice'), link(ordersPath(chosen), 'card')];
    case 'refunded':
      return [
        text('intro'),
        text('when'),
        ...(order ? [link(receiptPath(chosen, order.id), 'receipt')] : []),
      ];
    case 'planCancelled':
      return [text('intro'), text('choice'), link(ordersPath(chosen), 'plan')];
    case 'planEnded':
      return [text('intro'), text('choice'), link(pricingPath(chosen), 'pricing')];
    case 'creditsEnding':
      return [text('intro'), text('choice'), link(chatScreenPath(chosen, 'settings'), 'credits')];
    case 'creditsLow':
      return [
        text('intro'),
        text('choice'),
        link(pricingPath(chosen), 'pricing'),
        link(`${chatScreenPath(chosen, 'settings')}#limits`, 'limits'),
      ];
  }
}

/** Returns the page of an order that can still be paid, or else that of a new order of the product. */
function retryPath({ order, chosen }: MailInput, now: Date): string {
  if (!order) return pricingPath(chosen);
  if (order.expires > now) return retryPayPath(chosen, order.id);
  const { product, currency } = order;
  return isPlan(product) ? pricingPath(chosen) : newOrderPath(chosen, product, currency);
}
