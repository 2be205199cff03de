import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { Json } from '#contract/openapi/openapiSchemas.ts';

const text = (description: string, schema: Json = {}): Json => ({
  description,
  schema: { type: 'string', ...schema },
});
const always = (header: Json): Json => ({ ...header, required: true });

/** Every header of responses except those of HTTP itself, by name. Responses refer to them by this name. */
export const headerSchemas: Readonly<Record<string, Json>> = {
  'X-Request-Id': always(text('Names the request in our log', { format: 'uuid' })),
  'X-Content-Type-Options': always(text('For browsers', { const: 'nosniff' })),
  'X-Frame-Options': always(text('For browsers', { const: 'DENY' })),
  'Referrer-Policy': always(text('For browsers')),
  'Permissions-Policy': always(text('For browsers')),
  'Cross-Origin-Opener-Policy': always(text('For browsers')),
  'Strict-Transport-Security': text('For browsers, over https only'),
  'Cache-Control': always(text('Whether and for how long the answer may be kept')),
  'Access-Control-Allow-Origin': always(text('Pages of any site may read it', { const: '*' })),
  'Set-Cookie': text('The session, its hint, or the attempt to sign in'),
  'Retry-After': text('Seconds to wait', { pattern: '^[1-9]\\d*$' }),
  'WWW-Authenticate': text('How a hook takes its secret'),
  Allow: always(text('The methods that the path has', { pattern: '^[A-Z]+(, [A-Z]+)*$' })),
  Location: always(text('A path of ours', { pattern: '^/' })),
  ETag: always(text('Names this state', { pattern: '^(W/)?".*"$' })),
  'Accept-Ranges': always(text('Ranges of bytes can be asked for', { const: 'bytes' })),
  'Content-Range': always(text('The bytes that are sent, and how many there are')),
  'Content-Disposition': always(text('The name of the file')),
  'Content-Security-Policy': always(text('No script of the file runs')),
  'Cross-Origin-Resource-Policy': always(text('For browsers', { const: 'same-origin' })),
  'X-Accel-Buffering': always(text('For nginx: nothing is held back', { const: 'no' })),
  'X-Robots-Tag': always(text('Search engines list no such file', { const: 'noindex' })),
  Vary: always(text('Headers of the request that the answer goes by')),
};

const commonHeaders = [
  'X-Request-Id',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
  'Cache-Control',
];

/** Returns references to the headers of a call's responses: those of every response, and `names`. */
export function headersNamed({ access }: Endpoint, names: readonly string[]): Json {
  const own = access === 'public' ? ['Access-Control-Allow-Origin'] : ['Set-Cookie'];
  const all = [...commonHeaders, ...own, ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Returns the error responses of a call by status, each with its codes. */
export function errorResponses(call: Endpoint, codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.join(', '),
        headers: headersNamed(call, headersOfStatus[status] ?? []),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
