import type { Database } from '#server/db/connect.ts';

/** One step of a job: who took it, and how many milliseconds after it was due. */
export type Step = { worker: string; isPoll: boolean; late: number };

/** Lets the database note each step at the moment when a worker takes it. */
export async function noteSteps({ pool }: Database): Promise<void> {
  await pool.query(`
    create table bench_step (worker text, is_poll boolean, late float8);
    create function bench_note_step() returns trigger language plpgsql as $$
    begin
      insert into bench_step values (current_setting('application_name'), old.ticket is not null,
        extract(epoch from clock_timestamp() - old.next_step) * 1000);
      return null;
    end $$;
    create trigger bench_note_step after update of lease_id on media_job for each row
      when (old.lease_id is null and new.lease_id is not null) execute function bench_note_step()`);
}

/** Returns the steps so far and forgets them. */
export async function takeSteps({ pool }: Database): Promise<Step[]> {
  const { rows } = await pool.query<Step>(
    `delete from bench_step returning worker, is_poll as "isPoll", late`,
  );
  return rows;
}
