import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';

import { groupBy } from '@domain/group-by';
import type { UseKind } from '@domain/api/use';

import type { Queryable } from './database';
import { dataSets, downloadItems, downloadSessions, uploads, useCounts } from './schema';
import { seriesOf } from './versions';

/** Uploads of a contributor that are versions of one data set, the newest first. */
export type OwnSeries = Pick<typeof uploads.$inferSelect, 'number' | 'kind' | 'nr' | 'status' | 'version'>[];

/**
 * Data sets of a contributor, each with its uploads; the one that something was last uploaded for comes first. A rejected
 * upload that was revised is left out, because the revision stands for it.
 */
export async function listOwnSeries(db: Queryable, owner: string): Promise<OwnSeries[]> {
  const rows = await db
    .select({
      number: uploads.number,
      kind: uploads.kind,
      nr: uploads.nr,
      status: uploads.status,
      version: uploads.version,
      series: uploads.series,
      revises: uploads.revises,
    })
    .from(uploads)
    .where(and(eq(uploads.owner, owner), isNull(uploads.deletedAt)))
    .orderBy(desc(uploads.createdAt), desc(uploads.number));
  const revised = new Set(rows.map(({ revises }) => revises));
  return [
    ...groupBy(
      rows.filter(({ number }) => !revised.has(number)),
      seriesOf,
    ).values(),
  ];
}

/** Counted uses of data sets by their public numbers and by kind. Data sets without uses are left out. */
export async function sumUses(
  db: Queryable,
  numbers: number[],
): Promise<{ nr: number; kind: UseKind; uses: number }[]> {
  return db
    .select({ nr: useCounts.nr, kind: useCounts.kind, uses: sql`sum(${useCounts.uses})`.mapWith(Number) })
    .from(useCounts)
    .where(inArray(useCounts.nr, numbers))
    .groupBy(useCounts.nr, useCounts.kind);
}

/** Condition on an item of a download: its session was opened with the answers of the licence form. */
const isAnswered = and(eq(downloadSessions.id, downloadItems.session), isNotNull(downloadSessions.purpose));

/** Numbers of answered licence forms by public number. Data sets without one are left out. */
export async function countLicenceAnswers(db: Queryable, numbers: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ nr: downloadItems.nr, count: sql`count(*)`.mapWith(Number) })
    .from(downloadItems)
    .innerJoin(downloadSessions, isAnswered)
    .where(inArray(downloadItems.nr, numbers))
    .groupBy(downloadItems.nr);
  return new Map(rows.map(({ nr, count }) => [nr, count]));
}

/** Licences of published data sets by public number, as the search has them. */
export async function listRights(db: Queryable, numbers: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ nr: dataSets.nr, row: dataSets.row })
    .from(dataSets)
    .where(inArray(dataSets.nr, numbers));
  return new Map(rows.map(({ nr, row }) => [nr, row.rights]));
}

/**
 * Answers of the licence form for data sets, the newest first, all or those of a window. They do not name whoever
 * answered.
 */
export async function listLicenceAnswers(
  db: Queryable,
  numbers: number[],
  window: { offset: number; limit: number } | null,
) {
  const answers = db
    .select({
      nr: downloadItems.nr,
      openedAt: sql`${downloadSessions.openedAt}`.mapWith(downloadSessions.openedAt),
      institution: sql<string>`${downloadSessions.institution}`,
      country: sql<string>`${downloadSessions.country}`,
      purpose: sql<string>`${downloadSessions.purpose}`,
    })
    .from(downloadItems)
    .innerJoin(downloadSessions, isAnswered)
    .where(inArray(downloadItems.nr, numbers))
    .orderBy(desc(downloadSessions.openedAt), downloadSessions.id, downloadItems.nr);
  return window ? answers.offset(window.offset).limit(window.limit) : answers;
}

/** How many uploads somebody has that are not deleted. */
export function countUploads(db: Queryable, owner: string): Promise<number> {
  return db.$count(uploads, and(eq(uploads.owner, owner), isNull(uploads.deletedAt)));
}
