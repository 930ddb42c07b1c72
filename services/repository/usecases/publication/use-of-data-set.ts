import type { DataSetUse, Use, UseCounts } from '@domain/api/use';
import { Refusal } from '@domain/error-codes';

import type { RepositoryContext } from '../../context/context';
import { findAnnouncedDataSet } from '../../publication/find-data-set';
import { listDataSets } from '../../store/data-set-records';
import { findCountingStart, insertRecentUses, listMonthlyUses, type MonthlyUses } from '../../store/uses';

/** Largest deviation of a web tier's clock, and longest outage after which its uses are still counted. */
const latestMs = 60_000;
const oldestMs = 24 * 60 * 60 * 1000;

/** Stores uses of data sets, which are counted a minute later. Those with an impossible time are left out. */
export async function countUses({ db, now }: RepositoryContext, uses: readonly Use[]): Promise<void> {
  const present = now().getTime();
  await insertRecentUses(
    db,
    uses.filter(({ at }) => at <= present + latestMs && at >= present - oldestMs),
  );
}

/** How often a data set was viewed and downloaded, by month. Refuses with 'not-found'. */
export async function findUse({ db, now }: RepositoryContext, nr: number): Promise<DataSetUse> {
  const [published] = await listDataSets(db, [nr]);
  const record = published ?? (await findAnnouncedDataSet({ db }, nr));
  if (!record) throw new Refusal('not-found');
  const [counted, start] = await Promise.all([listMonthlyUses(db, nr), findCountingStart(db)]);
  const since = new Date(Math.max(record.publishedAt.getTime(), start?.getTime() ?? 0));
  const first = [since.toISOString().slice(0, 7), ...counted.map(({ month }) => month)].sort()[0] ?? '';
  const months = monthsBetween(first, now()).map((month) => ({
    month,
    ...sum(counted.filter((uses) => uses.month === month)),
  }));
  return { ...sum(counted), months, since: since.toISOString().slice(0, 10) };
}

/** Months from 'yyyy-MM' until now, the newest first. */
function monthsBetween(first: string, now: Date): string[] {
  const months: string[] = [];
  for (let back = 0; ; back += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    if (month < first) return months;
    months.push(month);
  }
}

function sum(counted: readonly MonthlyUses[]): UseCounts {
  const of = (kind: MonthlyUses['kind'], figure: 'uses' | 'uniqueUses', methods: MonthlyUses['method'][]) =>
    counted
      .filter((uses) => uses.kind === kind && methods.includes(uses.method))
      .reduce((total, uses) => total + uses[figure], 0);
  return {
    views: of('view', 'uses', ['regular', 'machine']),
    downloads: of('download', 'uses', ['regular', 'machine']),
    uniqueViews: of('view', 'uniqueUses', ['regular', 'machine']),
    uniqueDownloads: of('download', 'uniqueUses', ['regular', 'machine']),
    machineViews: of('view', 'uses', ['machine']),
    machineDownloads: of('download', 'uses', ['machine']),
  };
}
