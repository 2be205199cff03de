import type { EnvironmentReader } from '#server/environment.ts';

type BackupConfig = {
  /** A folder or `s3://bucket/prefix`; `undefined` if a command names it. */
  target: string | undefined;
  /** Public keys of age; none stores plain files. */
  recipients: readonly string[];
  /** Days after which backups are removed. */
  days: number;
  /** Whether the database is backed up before an upgrade changes its schema. */
  beforeMigrations: boolean;
};

export type BackupSettings = {
  backup: BackupConfig;
  /** Set by `withoutOutside` on a restored copy, where nothing outside is configured. */
  isRestoredCopy?: true;
};

export function readBackup(read: EnvironmentReader): BackupConfig {
  const isEmbedded = read.text('DATABASE_URL') === undefined;
  const recipients = read.list('BACKUP_RECIPIENTS', '`age1…`');
  if (recipients.some((recipient) => !recipient.startsWith('age1'))) {
    read.problems.push('BACKUP_RECIPIENTS must be public keys of age (age1…), separated by commas');
  }
  const usual = isEmbedded ? 'yes' : 'no';
  return {
    target: read.store('BACKUP_TO'),
    recipients,
    days: read.integer('BACKUP_DAYS', 30, 1, 3_650),
    beforeMigrations: read.oneOf('BACKUP_BEFORE_UPGRADE', ['yes', 'no'], usual) === 'yes',
  };
}
