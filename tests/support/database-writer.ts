/**
 * A server that only writes to the database and is meant to be killed: opens the data folder, writes one row after the
 * other, and prints each number once it is acknowledged. With 'endless' it then sends a statement without an end.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../../services/database/open-database';

const [dataDir, endless] = process.argv.slice(2);
if (!dataDir) throw new Error('The data folder is missing.');
const { pool } = await openDatabase({ dataDir, statementSeconds: 60 });
await pool.query('create table if not exists written (value serial)');
/** Rows before the endless statement. */
const rowsBefore = 49;
/** Time for that statement to arrive. */
const arrivalMs = 500;
for (;;) {
  const { rows } = await pool.query<{ value: number }>('insert into written default values returning value');
  process.stdout.write(`${rows[0]?.value}\n`);
  if (!endless || rows[0]?.value !== rowsBefore) continue;
  pool.query('do $$ begin loop end loop; end $$').catch(() => undefined);
  await pause(arrivalMs);
  process.stdout.write(`${rowsBefore}\n`);
}
