import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** A few milliseconds a page, off the main thread. Browsers take no brotli from an address without TLS. */
export const compress = {
  br: (page: string) => brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page: string) => zip(page),
};
