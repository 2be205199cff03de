/** The licence of the published rankings: its name and address. */
export type Licence = { name: string; url: string };

const usualLicence = 'CC BY 4.0 https://creativecommons.org/licenses/by/4.0/';

/** Reads a name and an address, with a space between (checked in `config.ts`); without a text the usual licence. */
export function readLicence(text: string | null | undefined): Licence {
  const [, name = '', url = ''] = /^(.+) (\S+)$/.exec(text ?? usualLicence) ?? [];
  return { name, url };
}
