import { type Finding, problem } from '#server/services/doctor/findings.ts';

/** A fault of a certificate, as the end of a sentence, and the next step for a host. */
type Fault = { text: string; next: (host: string) => string };

const guide = '(docs/operating/web-servers.md)';

const untrusted = (host: string) =>
  `Get a certificate for ${host} that browsers trust: certbot ${guide}. If it comes from an authority of your own, set NODE_EXTRA_CA_CERTS to the file of that authority before doctor starts.`;

const unknownAuthority: Fault = { text: 'comes from an unknown authority', next: untrusted };

/** By the codes of errors of OpenSSL and Node. */
const faults: Readonly<Record<string, Fault>> = {
  CERT_HAS_EXPIRED: {
    text: 'has expired',
    next: () =>
      `Renew it with “certbot renew”, and let the web server in front read the new one ${guide}.`,
  },
  CERT_NOT_YET_VALID: {
    text: 'is not valid yet',
    next: () => 'Correct the clock of this machine (timedatectl), or get another certificate.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    text: 'is for another name',
    next: (host) =>
      `Get a certificate for ${host}: certbot certonly --nginx -d ${host} ${guide}. Or correct PUBLIC_URL.`,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { text: 'is self-signed', next: untrusted },
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    text: 'comes from an unknown authority, or without the certificates between',
    next: (host) =>
      `Let the web server in front send the whole chain, which certbot writes to fullchain.pem. ${untrusted(host)}`,
  },
};

/** Returns a finding about the certificate of PUBLIC_URL, if it is why a request failed. */
export function findCertificateFault(publicUrl: string, error: unknown): Finding | undefined {
  const { code } = ((error as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown };
  const fault = Object.hasOwn(faults, String(code)) ? faults[String(code)] : undefined;
  if (fault === undefined) return undefined;
  return problem(
    `The certificate of PUBLIC_URL (${publicUrl}) ${fault.text}, so that visitors get a warning instead of the site`,
    fault.next(new URL(publicUrl).hostname),
  );
}
