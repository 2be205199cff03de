import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const unitFolder = 'docs/hosting/systemd';

/** A service of `compose.yaml`. */
export type Service = {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  logging?: { options: Record<string, string> };
  tmpfs?: string[];
  volumes?: string[];
};

export const composeText = readFileSync('compose.yaml', 'utf8');

/** The services of `compose.yaml` by their names, with what they take from its anchors. */
export const { services } = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
};

/** The lines of the Dockerfile, each a whole instruction. */
export const dockerfileLines = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n');
