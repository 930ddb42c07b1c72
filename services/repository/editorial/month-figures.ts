import type { MonthFigures } from '@domain/api/board-figures';
import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../context/context';
import { listMonthFigures } from '../store/board-figures';
import type { Database } from '../store/database';

const dayMs = 24 * 60 * 60 * 1000;

interface Past {
  /** The first month that is not among them. */
  end: string;
  readAt: number;
  months: Promise<MonthFigures[]>;
}

const pasts = new WeakMap<Database, Past>();

/**
 * What the board did in each month in which it did anything, in order. The whole history is read once a day: what is
 * added to it belongs to the present month, or on the first day of a month to the one before. Submissions that are erased
 * count until the next day.
 */
export async function readMonthFigures({
  db,
  now,
  settings: { timeZone },
}: Pick<RepositoryContext, 'db' | 'now' | 'settings'>): Promise<MonthFigures[]> {
  const at = now().getTime();
  const end = localDay(new Date(at - dayMs), timeZone).slice(0, 7);
  const known = pasts.get(db);
  const holds = known?.end === end && at - known.readAt < dayMs;
  const past = holds ? known : readPast(db, { end, timeZone, readAt: at });
  return [...(await past.months), ...(await listMonthFigures(db, timeZone, end))];
}

function readPast(db: Database, { end, timeZone, readAt }: { end: string; timeZone: string; readAt: number }): Past {
  const read = async () => (await listMonthFigures(db, timeZone)).filter(({ month }) => month < end);
  const past = { end, readAt, months: read() };
  pasts.set(db, past);
  past.months.catch(() => pasts.delete(db));
  return past;
}
