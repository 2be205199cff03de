import * as z from 'zod/mini';

/** The version of the form of backups. */
export const backupFormat = 'dolores-backup-1';

const storedFile = {
  /** The name in the place of backups. */
  file: z.string(),
  /** SHA-256 of the content, before compression and encryption. */
  sha256: z.string(),
};

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Digest of the rows in any order. */
  digest: z.string(),
  ...storedFile,
});

/** The list of all parts of a backup. It is written last: a folder without it is no backup. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  name: z.string(),
  started: z.string(),
  finished: z.string(),
  /** The version of PostgreSQL. */
  postgres: z.string(),
  /** The schema of the rows. */
  migrations: z.array(z.object({ hash: z.string(), time: z.number() })),
  encrypted: z.boolean(),
  /** Shows whether a server has the same `SECRET`, without revealing it. */
  secretCheck: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Files of the operator: corrected texts and collections. `name` begins with the folder. */
  files: z.array(z.object({ name: z.string(), ...storedFile })),
  /** The list of media files. They are stored once for all backups of a place. */
  media: z.nullable(
    z.object({
      ...storedFile,
      count: z.number(),
      bytes: z.number(),
      /** Files that the store no longer had, because their owner deleted them meanwhile. */
      missing: z.number(),
      /** Files that the store did not have although rows refer to them. Older backups do not count them. */
      lost: z.optional(z.number()),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

export type TableEntry = z.infer<typeof tableSchema>;

/** A line of the list of media. */
export const mediaEntrySchema = z.object({
  /** The key in the media store. */
  key: z.string(),
  bytes: z.number(),
  ...storedFile,
});

export type MediaEntry = z.infer<typeof mediaEntrySchema>;

/** The folder of the backups in a place, each in a folder of its name. */
export const backupsFolder = 'backups';

export function manifestFile(name: string): string {
  return `${backupsFolder}/${name}/manifest.json`;
}

/** Returns the name of a backup by its time, such as `2026-11-30T01-30-00Z`. */
export function backupName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Whether a folder has the name of a backup. */
export function isBackupName(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);
}
