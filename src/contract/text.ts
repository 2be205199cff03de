import * as z from 'zod/mini';

/** Removes the characters that PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = z.overwrite<string>((value) => value.replaceAll('\0', '').toWellFormed());

/** A UUID in lower case, as the database writes it, because the server compares ids as texts. */
export const uuid = z.uuid().check(z.toLowerCase());
