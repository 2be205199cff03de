import { createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type KeyPair = {
  id: string;
  privateKey: string;
  publicKey: string;
  privateFile: string;
  publicFile: string;
};

/** Makes a pair of RSA keys in files of a temporary folder. */
export function newKeyPair(id: string): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'wechat-'));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const privateFile = join(folder, 'private.pem');
  const publicFile = join(folder, 'public.pem');
  writeFileSync(privateFile, privateKey, { mode: 0o600 });
  writeFileSync(publicFile, publicKey);
  return { id, privateKey, publicKey, privateFile, publicFile };
}

/** Signs lines as WeChat Pay does: SHA-256 with RSA, a line feed behind each. */
export function signLines(lines: readonly string[], key: KeyPair): string {
  return createSign('RSA-SHA256').update(joined(lines)).sign(key.privateKey, 'base64');
}

export function verifiesLines(lines: readonly string[], signature: string, key: KeyPair): boolean {
  return createVerify('RSA-SHA256')
    .update(joined(lines))
    .verify(key.publicKey, signature, 'base64');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
