import type pg from 'pg';

import type { RepositoryContext } from '../../services/repository/context/context';
import { writeCells } from '../../services/repository/norms/cell-bytes';
import { contributionId } from '../../services/repository/norms/contribute';
import { makeVersion } from '../../services/repository/norms/make-version';
import { scaleOfResult } from '../../services/repository/norms/result-scale';
import { isFound } from '../../services/repository/search/found-data-sets';
import { openStore } from '../../services/repository/store/database';
import { type Contribution, listNormDataSets } from '../../services/repository/store/norms';
import { type Target, vocabulary } from '../../services/repository/vocabulary';
import { type Cell, peopleByCode } from '@domain/norms/cells';
import { normSexes } from '@domain/norms/age-groups';

/** Of each data set, sex and year of age. */
const personsOfEach = 5;
const ages = [8, 9, 10, 11];

/**
 * Has the published data sets of a catalogue contribute to norms: open raw ones 40 people to each of their tests, closed ones
 * two groups beside the curves; and makes a version of the curves.
 */
export async function fillNorms(pool: pg.Pool): Promise<void> {
  const targets = [...vocabulary.targets.raw.values()].filter(({ isResult, key, test }) => isResult && key === test);
  const cells = targets.map((target) => Buffer.from(writeCells(scaleOfResult(target), cellsOf(target))));
  const db = openStore(pool);
  // As the server makes them, which leaves them as they are then.
  const contributions: Contribution[] = [];
  for await (const some of listNormDataSets(db, isFound)) {
    contributions.push(...some.map((one) => ({ id: contributionId(one), nr: one.nr })));
  }
  await pool.query(
    `insert into repository.norm_contributions (id, nr) select * from unnest($1::text[], $2::int[]) on conflict do nothing`,
    [contributions.map(({ id }) => id), contributions.map(({ nr }) => nr)],
  );
  await pool.query(
    `insert into repository.norm_cells (contribution, key, cells, points)
     select n.id, key, case when c.closed then '' else cells end, case when c.closed then $3::jsonb else '[]' end
     from repository.norm_contributions n join repository.data_sets d using (nr) join repository.uploads u on u.number = d.upload,
       unnest($1::text[], $2::bytea[]) as made (key, cells), lateral (select d."row" -> 'rights' ? 'SUFL 1.0' as closed) c
     where d.nr > 4 and u.kind = 'raw' and d."row" -> 'exercises' ? key`,
    [targets.map(({ key }) => key), cells, JSON.stringify(normSexes.map(pointOf))],
  );
  const settings = { timeZone: 'UTC', sharedCache: { purgeAddresses: [] as string[] } };
  const repository = { db, now: () => new Date(), settings } as unknown as RepositoryContext;
  const made = { contributions, readAt: new Date() };
  if (!(await makeVersion(repository, made, new AbortController().signal))) throw new Error('No norms were made.');
}

function cellsOf(target: Target): Cell[] {
  const { count } = scaleOfResult(target);
  const middle = (age: number) => Math.round(count * (0.3 + age / 60));
  return normSexes.flatMap((sex) =>
    ages.map((age) => {
      const people = Array.from(
        { length: personsOfEach },
        (_, i) => [middle(age) + (i - 2) * (1 + (age % 3)), 1] as const,
      );
      return { sex, age, year: 2019, country: 'DE', ...peopleByCode(new Map(people)) };
    }),
  );
}

const pointOf = (sex: string) => ({
  sex,
  ages: { start: 8, end: 11 },
  year: 2019,
  country: 'DE',
  persons: 20,
  mean: null,
  sd: null,
  percentiles: [null, null, 90, 100, 110, null, null],
});
