import { described } from '#contract/openapi/described.ts';
import { isDay } from '#domain/dates.ts';
import * as z from 'zod/mini';

/** An existing day as `YYYY-MM-DD`. */
export const day = described(
  z.string().check((check) => {
    if (isDay(check.value)) return;
    const message = 'Must be a day as YYYY-MM-DD';
    check.issues.push({ code: 'custom', message, input: check.value });
  }),
  { format: 'date' },
);
