import { readFile, writeFile } from 'node:fs/promises';
import { withAlarmList } from './configuration/alarmList.ts';
import { configurationDocument } from './configuration/document.ts';
import { environmentExample } from './configuration/example.ts';

await writeFile('docs/configuration.md', configurationDocument());
await writeFile('.env.example', environmentExample());
const alarms = 'docs/operating/alarms.md';
await writeFile(alarms, withAlarmList(await readFile(alarms, 'utf8')));
