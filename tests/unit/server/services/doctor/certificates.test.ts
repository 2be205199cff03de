import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { publicAddress } from '#server/services/doctor/publicAddress.ts';
import { payments } from '#server/services/doctor/payments.ts';
import { startStrangersSite, tlsCertificate } from '../../../../setup/strangersSite.ts';

const usual = getCACertificates();
const expired = certificateIn('expired.crt');
const ofOwnAuthority = certificateIn('ownAuthority.crt');

afterEach(() => setDefaultCACertificates(usual));

type Site = { certificate: string; trusted?: string };

/** Runs a check for a PUBLIC_URL with this certificate, where `trusted` is an authority of the operator. */
async function check(
  { run }: typeof publicAddress,
  { certificate, trusted }: Site,
  environment: Record<string, string> = {},
) {
  if (trusted !== undefined) setDefaultCACertificates([...usual, trusted]);
  const site = await startStrangersSite((_, response) => void response.end(), {
    secure: true,
    certificate,
  });
  const PUBLIC_URL = `https://localhost:${site.port}`;
  const found = await run(readConfig({ PUBLIC_URL, ...environment }));
  await site.close();
  return found.filter(({ level }) => level === 'problem');
}

describe('the check of the public address', () => {
  it.each([
    ['self-signed', { certificate: tlsCertificate }, /certbot.*NODE_EXTRA_CA_CERTS/],
    ['expired', { certificate: expired, trusted: expired }, /certbot renew/],
    ['for another name', { certificate: tlsCertificate, trusted: tlsCertificate }, /-d localhost /],
    ['unknown authority', { certificate: ofOwnAuthority }, /fullchain.*NODE_EXTRA_CA_CERTS/],
  ])('names a certificate that is wrong (%s), and the next step', async (fault, site, next) => {
    const [found] = await check(publicAddress, site);
    expect(found?.text).toMatch(
      new RegExp(`^The certificate of PUBLIC_URL \\(https://localhost:\\d+\\).* ${fault}`),
    );
    expect(found?.next).toMatch(next);
    expect(found?.next).not.toContain('Start the server');
  });

  it('finds no fault in a certificate of a private authority that Node trusts', async () => {
    const found = await check(publicAddress, {
      certificate: ofOwnAuthority,
      trusted: tlsCertificate,
    });
    expect(found.map(({ text }) => text).join()).toMatch(/but not as this server does/);
  });
});

describe('the check of payments', () => {
  it('leads to the certificate when providers cannot send messages because of it', async () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
      STRIPE_API_HOST: 'http://127.0.0.1:9',
    };
    const found = await check(payments, { certificate: tlsCertificate }, stripe);
    expect(found.find(({ text }) => text.startsWith('Messages of stripe'))?.next).toBe(
      'Correct the certificate of PUBLIC_URL, as the check “address” says.',
    );
  });
});

function certificateIn(file: string): string {
  return readFileSync(`tests/fixtures/web/${file}`, 'utf8');
}
