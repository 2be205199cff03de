import * as z from 'zod/mini';

/** Leaves out what cannot be stored of a text: PostgreSQL takes no NUL and no half of a surrogate pair. */
export const storable = z.overwrite<string>((value) => value.replaceAll('\0', '').toWellFormed());

/** In small letters, as the database writes it: servers compare ids as texts. */
export const uuid = z.uuid().check(z.toLowerCase());
