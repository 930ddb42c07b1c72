import pg from 'pg';

import { type RepositoryContext } from '../../services/repository/context/context';
import { sqlText } from '../../services/repository/context/table-engine';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { makeNorms } from '../../services/repository/jobs/handlers/make-norms';
import { createLocalRegistrar } from '../../services/repository/doi/registrars';
import { readCells } from '../../services/repository/norms/cell-bytes';
import { openStore } from '../../services/repository/store/database';
import { listCells } from '../../services/repository/store/norms';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { readNorms } from '../../services/repository/usecases/norms/read-norms';
import { startPostgresql } from '../cluster/throw-away-postgresql';
import { migrateAll } from '../support/migrate-all';
import { publishAllForTest } from '../support/published-data-sets';
import { scanParquet } from './bare-scan';
import { watchMemory, watchTablesChild } from './peak-memory';
import type { Resources } from './resources';
import { timed } from './search/measure-searches';

/** What norms cost. Times in milliseconds; memory in bytes, null if the system does not report it. */
export interface NormFigures {
  values: number;
  dataSets: number;
  /** Reading what all data sets contribute, and making all curves. */
  made: number;
  /** Making a version after one data set more. */
  madeAgain: number;
  bareScan: number;
  /** Norms of a choice of half of the data sets, for the first time. */
  choice: number;
  /** Decoding the cells of one result. */
  decoded: number;
  /** Kept cells of all results. */
  keptBytes: number;
  /** Highest resident memory of the tables child, and what the process of the jobs adds to what it has before. */
  enginePeak: number | null;
  processAdded: number | null;
}

/** Kinds of results with lowest value, growth a year, spread and decimals. */
const results: Record<string, [lowest: number, growth: number, spread: number, decimals: number]> = {
  run6min: [700, 25, 450, 0],
  pushup40: [5, 0.8, 14, 0],
  situp40: [10, 1, 18, 0],
  slj: [90, 7, 60, 1],
  dash20hand: [4.9, -0.1, 1.2, 1],
  jumpside15: [15, 1.8, 18, 0],
  balback: [18, 1, 22, 0],
  standreach: [-12, 0.2, 26, 1],
  medball1: [2.5, 0.5, 2.5, 2],
  handgrip: [8, 2.4, 10, 1],
};
const rowsPerSet = 5000;

/** Makes norms of as many values: 5,000 people of 6 to 17 years with ten results in each data set. */
export async function measureNorms(resources: Resources, dataSets: number): Promise<NormFigures> {
  const postgresql = await startPostgresql();
  resources.add(() => postgresql.stop());
  const pool = new pg.Pool({ connectionString: postgresql.url, max: 10 });
  resources.add(() => pool.end());
  await migrateAll(pool);
  const repository = await openRepository(resources, pool);
  const { db, tables } = repository;
  await publishAllForTest(
    repository,
    Array.from({ length: dataSets }, (_, at) => madeUpSet(at + 1)),
  );
  const { rows } = await pool.query<{ key: string }>('select object_key as key from repository.published_tables');
  const files = await Promise.all(rows.map(async ({ key }) => (await repository.files.openLocal(key)).path));
  const bareScan = Math.min(await scanParquet(files), await scanParquet(files));
  const [engine, own] = [watchTablesChild(), watchMemory(process.pid)];
  const [made] = await timed(() => makeNorms(repository, never));
  const figures = { enginePeak: engine && engine.peak(), processAdded: own && own.peak() - own.idle };
  await publishAllForTest(repository, [madeUpSet(dataSets + 1)]);
  const [madeAgain] = await timed(() => makeNorms(repository, never));
  const half = Array.from({ length: Math.ceil(dataSets / 2) }, (_, at) => at + 1);
  const choice = {
    key: 'slj',
    sex: null,
    ages: null,
    years: null,
    countries: [],
    dataSets: half,
    version: null,
    limit: 1000,
  };
  const [chosen] = await timed(() => readNorms(repository, choice, 'en'));
  const cells = await listCells(db, 'slj', undefined);
  const [decoded] = await timed(async () => cells.map((one) => readCells(one.cells)));
  const kept = await pool.query<{ bytes: string }>('select sum(length(cells)) as bytes from repository.norm_cells');
  await tables.close();
  return {
    ...figures,
    values: dataSets * rowsPerSet * Object.keys(results).length,
    dataSets,
    made,
    madeAgain,
    bareScan,
    choice: chosen,
    decoded,
    keptBytes: Number(kept.rows[0]!.bytes),
  };
}

const never = new AbortController().signal;

async function openRepository(resources: Resources, pool: pg.Pool): Promise<RepositoryContext> {
  const folder = resources.makeFolder();
  const settings = { timeZone: 'Europe/Berlin', sharedCache: { purgeAddresses: [] }, origin: 'http://localhost' };
  return {
    db: openStore(pool),
    files: await createDiskFileStore(`${folder}/objects`),
    tables: await startTableEngine({ tempDir: `${folder}/spill` }),
    doi: createLocalRegistrar({ origin: settings.origin }),
    settings,
    now: () => new Date(),
  } as unknown as RepositoryContext;
}

function madeUpSet(nr: number) {
  const value = ([lowest, growth, spread, decimals]: (typeof results)[string]) =>
    `round(${lowest} + ${growth} * (age_y - 6) + (random() + random() + random()) / 3 * ${spread}, ${decimals})`;
  const columns = ['person_id', 'sex', 'age_y', 'test_year', ...Object.keys(results)];
  const select = `select ${sqlText(`${nr}-`)} || i as person_id, case when random() < 0.5 then 'f' else 'm' end as sex,
      age_y, 2010 + ${nr % 10} + cast(floor(random() * 2) as integer) as test_year,
      ${Object.entries(results)
        .map(([key, facts]) => `${value(facts)} as ${key}`)
        .join(', ')}
    from (select i, round(6 + random() * 11.99, 2) as age_y from range(${rowsPerSet}) as t (i))`;
  return {
    nr,
    title: `Made-up data set ${nr}`,
    tables: [{ name: 'people', select, columns: columns.map((key) => ({ key, unit: '', source: key })) }],
  };
}
