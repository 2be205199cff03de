import { type Language, languageTags } from '#domain/languages/languages.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns a size in bytes as text: 840 kB, 2.4 MB, 20 GB. */
export function fileSize(bytes: number, language: Language): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(languageTags[language], {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short name of bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step >= 2 ? 1 : 0,
  }).format(bytes / 1_000 ** step);
}
