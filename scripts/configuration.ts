import { writeFile } from 'node:fs/promises';
import { configurationDocument } from './configuration/document.ts';
import { environmentExample } from './configuration/example.ts';

await writeFile('docs/configuration.md', configurationDocument());
await writeFile('.env.example', environmentExample());
