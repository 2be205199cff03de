import { isCurrency, minorDigits, moneyText, toUnits } from '#domain/pricing/money.ts';

/** A cell of a table: its text, and the number for files that programs read. */
export type Cell = { text: string; value?: number | undefined };

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const fractions = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
});

export function count(value: number): Cell {
  return { text: whole.format(value), value };
}

/** Dollars of a number of micro-USD. Less than ten cents have four digits. */
export function dollars(micros: number): Cell {
  const value = micros / 1_000_000;
  const format = value !== 0 && Math.abs(value) < 0.1 ? fractions : cents;
  return { text: format.format(value), value };
}

/** An amount in minor units of its currency. */
export function money(amount: number, currency: string): Cell {
  if (!isCurrency(currency)) return { text: moneyText({ amount, currency }), value: amount };
  const digits = minorDigits[currency];
  const value = toUnits({ amount, currency });
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return { text: `${value.toLocaleString('en', format)} ${currency}`, value };
}

/** The change from one number to another, in percent. */
export function change(before: number, now: number): Cell {
  if (before === now) return { text: '=', value: 0 };
  if (before === 0) return { text: 'new' };
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return { text: `${percent > 0 ? '+' : ''}${whole.format(percent)} %`, value: percent };
}

export function percent(share: number): Cell {
  return { text: `${Math.round(share * 100)} %`, value: Math.round(share * 100) };
}

/** A text of a person or a provider, on one line and without characters that could control a terminal. */
export function plain(text: string): Cell {
  return { text: text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim() };
}

/** A moment (UTC), to the minute. */
export function moment(at: Date | null): Cell {
  return { text: at === null ? '–' : at.toISOString().slice(0, 16).replace('T', ' ') };
}

/** A duration in its two largest units. */
export function duration(seconds: number): Cell {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { text: `${days} d ${hours % 24} h`, value: seconds };
  if (hours > 0) return { text: `${hours} h ${minutes % 60} min`, value: seconds };
  return { text: minutes > 0 ? `${minutes} min` : `${Math.round(seconds)} s`, value: seconds };
}
