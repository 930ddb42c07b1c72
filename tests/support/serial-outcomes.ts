import { expect } from 'vitest';

import { permutations, race, raceRounds } from './race';
import type { ReadyUpload } from './ready-uploads';
import type { TestApi } from './test-api';
import type { TwoServers } from './two-servers';

/** Subject of the calls, created again for every trial; all titles begin with `title`. */
export interface Field {
  uploads: ReadyUpload[];
  title: string;
}

/** A call of some user. */
export type Move<F extends Field> = (server: TestApi, field: F) => Promise<Response>;

/**
 * Runs calls concurrently on alternating servers, and expects the outcome of one of their sequential orders: the same
 * responses, stored state, jobs and mails.
 */
export async function expectSerialOutcomes<F extends Field>(
  { servers }: TwoServers,
  createField: () => Promise<F>,
  moves: readonly Move<F>[],
): Promise<void> {
  const calls = moves.map((move, index) => ({ move, server: servers[index % 2] ?? servers[0], index }));
  const trial = async (run: (field: F) => Promise<string[]>) => {
    const field = await createField();
    const answers = await run(field);
    return JSON.stringify({ answers, left: await stateOf(servers[0], field) }, null, 1);
  };
  const serial = permutations(calls).map((order) =>
    trial(async (field) => {
      const answers: string[] = [];
      for (const { move, server, index } of order) answers[index] = await tell(move(server, field));
      return answers;
    }),
  );
  const raced = Array.from({ length: raceRounds }, () =>
    trial((field) =>
      race(
        calls.map(
          ({ move, server }) =>
            () =>
              tell(move(server, field)),
        ),
      ),
    ),
  );
  const possible = await Promise.all(serial);
  for (const outcome of await Promise.all(raced)) {
    // On a mismatch, the difference to one of the orders is easiest to read.
    if (!possible.includes(outcome)) expect(outcome).toBe(possible[0]);
  }
}

async function tell(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  if (response.status < 400) {
    await response.body?.cancel();
    return String(response.status);
  }
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

/** Everything stored about the uploads of a field, without ids. */
async function stateOf({ pool }: TestApi, { uploads, title }: Field) {
  const numbers = uploads.map(({ number }) => number);
  const { rows } = await pool.query<{ state: unknown }>(statesSql, [numbers, title]);
  const { rows: jobs } = await pool.query<{ job: string }>(jobsSql, [numbers, title]);
  return { uploads: rows.map(({ state }) => state), jobs: jobs.map(({ job }) => job) };
}

const statesSql = `
  select jsonb_build_array(
    u.kind, u.status, u.deleted_at is not null, u.submitted_at is not null, u.nr is not null,
    replace(s.title, $2, ''), s.title_counts, s.saved_at is not null,
    (select e -> 'values' from jsonb_array_elements(s.metadata) as e where (e ->> 'id')::float = 6),
    dense_rank() over (order by s.id),
    (select count(*) from repository.uploads as r where r.revises = u.number),
    (select jsonb_agg(jsonb_build_array(f.version, f.version_state, f.state, f.counts) order by f.version)
      from repository.files as f where f.upload = u.number),
    (select jsonb_agg(jsonb_build_array(t.check_state, t.mapping_revision, c.target_key) order by t.position, c.position)
      from repository.files as f join repository.source_tables as t on t.file = f.id
      join repository.source_columns as c on c.table_id = t.id where f.upload = u.number),
    (select jsonb_agg(jsonb_build_array(c.rule, c.cell, c.comment) order by c.cell, c.comment)
      from repository.files as f join repository.source_tables as t on t.file = f.id
      join repository.problem_comments as c on c.table_id = t.id where f.upload = u.number),
    (select count(*) from repository.detached_comments as a where a.upload = u.number),
    (select jsonb_agg(jsonb_build_array(v.panel, v.expert, v.rating) order by v.panel)
      from repository.votes as v where v.upload = u.number)
  ) as state
  from repository.uploads as u join repository.studies as s on s.id = u.study
  where u.number = any ($1) order by u.number`;

/** Jobs about the uploads, their files and tables, and mails that contain the title, each with its number. */
const jobsSql = `
  select concat(name, ' ', coalesce(data ->> 'to', data ->> 'revision', ''), ' ',
    regexp_replace(coalesce(data ->> 'subject', ''), '[0-9]+', '', 'g'), ': ', count(*)) as job
  from pgboss.job
  where (data ->> 'upload')::int = any ($1) or data ->> 'text' like '%' || $2 || '%'
    or data ->> 'file' in (select id::text from repository.files where upload = any ($1))
    or (data ->> 'table')::int in (
      select t.id from repository.source_tables as t join repository.files as f on f.id = t.file
      where f.upload = any ($1))
  group by name, data ->> 'to', data ->> 'revision', data ->> 'subject' order by 1`;
