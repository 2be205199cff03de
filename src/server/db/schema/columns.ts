import { customType, timestamp } from 'drizzle-orm/pg-core';
import { dropOverrides } from '#domain/texts/text.ts';

/**
 * A text that is shown on one line. This type removes direction overrides before storing, so that no code can forget
 * it; raw SQL must do it itself.
 */
export const line = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: dropOverrides,
});

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A transaction id of 64 bits, which never wraps around. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const created = () => instant('created').notNull().defaultNow();
