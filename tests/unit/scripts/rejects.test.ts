import { expect, it } from 'vitest';
import type { ReportedRow } from '#server/services/gpts/importRows.ts';
import { openRejects } from '../../../scripts/commands/gpts/rejects.ts';

it('throws a full disk, from a write or from closing, and no other error', async () => {
  const source = { place: '1', problem: 'is broken', text: 'x'.repeat(100_000) };
  const row: ReportedRow = { outcome: 'rejected', source, errors: [] };
  const write = async (times: number): Promise<void> => {
    const file = await openRejects('/dev/full');
    for (let time = 0; time < times; time += 1) await file.write('a.jsonl', row);
    await file.close();
  };
  await expect(write(1)).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(write(20)).rejects.toMatchObject({ code: 'ENOSPC' });
});
