import { customType, timestamp } from 'drizzle-orm/pg-core';
import { dropOverrides } from '#domain/text.ts';

/**
 * A text that is shown as one line, whoever wrote it. Stored without direction overrides, so that no way in can forget
 * to drop them; raw SQL must do it itself.
 */
export const line = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: dropOverrides,
});

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A transaction's id, which never wraps around. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const created = () => instant('created').notNull().defaultNow();
