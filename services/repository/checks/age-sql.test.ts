import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';

import { addDays } from '@domain/local-time';
import { ageBetween, dayIn } from '@domain/norms/entered-results';

import { exactYearsSql } from './age-sql';

test('the check counts years between two days as forms do', async () => {
  const days = Array.from({ length: 1500 }, (_, at) => addDays('2016-02-29', 1 + 3 * at));
  const pairs = ['2012-02-29', '2015-03-01', '2016-02-28'].flatMap((born) => days.map((day) => [born, day] as const));
  const age = exactYearsSql({ birth: 'born', test: 'day' });
  const values = pairs.map(([born, day]) => `(date '${born}', date '${day}')`).join(', ');
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = await connection.runAndReadAll(`select ${age} from (values ${values}) as t(born, day)`);
  const counted = rows.getRows().map(([years]) => Number(years));
  const entered = pairs.map(([born, day]) => ageBetween(dayIn(born)!, dayIn(day)!));
  expect(entered.filter((years, at) => Math.abs(years - counted[at]!) > 1e-9)).toEqual([]);
});
