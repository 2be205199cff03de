import { writeFile } from 'node:fs/promises';
import { configurationDocument } from './configuration/document.ts';

await writeFile('docs/configuration.md', configurationDocument());
