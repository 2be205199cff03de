import { seedSite } from '../setup/site/seedSite.ts';

/** Fills the database before the server publishes. */
await seedSite(process.env['DATA_DIR'] ?? '');
