import { z } from 'zod';

import { MonthFiguresSchema } from '@domain/api/board-figures';
import { numbersPerBlock } from '@domain/api/changes';
import { uploadKinds } from '@domain/upload-id';
import { uploadStatuses } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import { listMonthFigures, listVoteCounts } from '../store/board-figures';
import type { Database, Queryable, Transaction } from '../store/database';
import { listWaitingDois } from '../store/dois';
import {
  claimCounting,
  countByStatus,
  findKeptFigures,
  forgetFigures,
  hasUploads,
  keepFigures,
} from '../store/kept-figures';
import { listBlocks } from '../store/harvest';
import { countFixity } from '../store/object-sums';
import { sumStoredByOwner, sumStoredBytes } from '../store/storage';

/** From so many uploads on, figures are kept; fewer are counted at each look, so that nothing is out of date. */
export const keptFrom = 2000;
/** Shortest time after which figures are counted again, and the part of the time that counting may take. */
const shortestMs = 60_000;
const part = 1 / 100;
/** Kept figures that are older are not shown: no server with jobs has counted for so long. */
const longestMs = 24 * 60 * 60 * 1000;

/** What counting needs of the repository, most of it nothing of the settings. */
export type ReadingContext = Pick<RepositoryContext, 'now'> & { db: Queryable };
export type CountingContext = ReadingContext & {
  settings: Pick<RepositoryContext['settings'], 'timeZone' | 'withdrawal'>;
};

/** Figures that read all of a table, with how they are counted. They are kept as JSON. */
const countings = {
  /** Uploads by status and type. */
  uploads: ({ db }: ReadingContext) => countByStatus(db),
  /** What is stored by all together. */
  storedBytes: ({ db }: ReadingContext) => sumStoredBytes(db, null),
  /** What is stored by each account. */
  owners: ({ db }: ReadingContext) => sumStoredByOwner(db),
  /** Objects that are compared with their sums. */
  objects: async ({ db, now }: ReadingContext) => {
    const { oldestCheck, ...figures } = await countFixity(db, now());
    return { ...figures, oldestCheck: oldestCheck?.toISOString() ?? null };
  },
  /** Uploads whose DOI is not in the state that they ask for. */
  waitingDois: async ({ db, settings }: CountingContext) => {
    const waiting = await listWaitingDois(db, { hidesWithdrawn: !settings.withdrawal.isDoiFindable });
    return waiting.map(({ upload }) => upload);
  },
  /** Blocks of the sitemap with their last changes, as JSON has them. */
  blocks: async ({ db }: ReadingContext) =>
    (await listBlocks(db, numbersPerBlock)).map(({ block, changedAt }) => ({
      block,
      changedAt: changedAt.toISOString(),
    })),
  /** What the board did by month, and on how much each expert voted. */
  board: async ({ db, settings: { timeZone } }: CountingContext) => ({
    months: await listMonthFigures(db, timeZone),
    votes: await listVoteCounts(db, timeZone),
  }),
};
type FigureName = keyof typeof countings;
const figureNames = Object.keys(countings) as FigureName[];
const ofPeople: FigureName[] = ['owners', 'board'];
type Figures<Name extends FigureName> = Awaited<ReturnType<(typeof countings)[Name]>>;

const int = z.number().int();
/** What a server can read of figures that another release has counted. */
const shapes: { [Name in FigureName]: z.ZodType<Figures<Name>> } = {
  uploads: z.array(z.object({ status: z.enum(uploadStatuses), kind: z.enum(uploadKinds), number: int })),
  storedBytes: z.number(),
  owners: z.array(z.object({ subject: z.string(), bytes: z.number() })),
  objects: z.object({
    objects: int,
    bytes: z.number(),
    damaged: int,
    missing: int,
    mended: int,
    oldestCheck: z.string().nullable(),
    overdue: int,
    notReplicated: int,
  }),
  waitingDois: z.array(int),
  blocks: z.array(z.object({ block: int, changedAt: z.string() })),
  board: z.object({
    months: z.array(MonthFiguresSchema),
    votes: z.array(z.object({ expert: z.string(), month: z.string(), votes: int, last: int })),
  }),
};

/** Figures, and when they were counted if that was before now. */
export interface Counted<Value> {
  value: Value;
  countedAt: Date | null;
}

/** Figures as they were counted last, while there are so many uploads that counting takes long, or as they are now. */
export async function readFigures<Name extends FigureName>(
  context: Parameters<(typeof countings)[Name]>[0],
  name: Name,
): Promise<Counted<Figures<Name>>> {
  const kept = await readKept(context, name);
  if (kept) return kept;
  const count = countings[name] as (of: typeof context) => Promise<Figures<Name>>;
  return { value: await count(context), countedAt: null };
}

/** The same, or null if they are not kept, or as another release shapes them. */
export async function readKept<Name extends FigureName>(
  { db, now }: ReadingContext,
  name: Name,
): Promise<Counted<Figures<Name>> | null> {
  const kept = await findKeptFigures(db, name);
  if (!kept || now().getTime() - kept.countedAt.getTime() > longestMs) return null;
  const shape = shapes[name] as z.ZodType<Figures<Name>>;
  const { success, data } = shape.safeParse(kept.figures);
  return success ? { value: data, countedAt: kept.countedAt } : null;
}

/**
 * Counts the figures that are due: each at most once a minute, by one server, and so seldom that counting it takes a
 * hundredth of the time. Servers with jobs do it; `from` is the number of uploads, for tests. What cannot be counted does
 * not keep the others from being counted; its error is thrown at the end. Throws the reason of `signal` when it is aborted.
 */
export async function countDueFigures(
  context: CountingContext & { db: Database },
  { signal, from = keptFrom }: { signal?: AbortSignal; from?: number } = {},
): Promise<void> {
  const { db } = context;
  if (!(await hasUploads(db, from))) return forgetFigures(db, figureNames);
  const errors: unknown[] = [];
  for (const name of figureNames) {
    signal?.throwIfAborted();
    await db
      .transaction((tx) => countIfDue({ ...context, db: tx }, name))
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function countIfDue(context: CountingContext & { db: Transaction }, name: FigureName): Promise<void> {
  const { db, now } = context;
  if (!(await claimCounting(db, name))) return;
  const kept = await findKeptFigures(db, name);
  const countedAt = now();
  const isFit = kept !== null && shapes[name].safeParse(kept.figures).success;
  if (isFit && countedAt.getTime() - kept.countedAt.getTime() < Math.max(shortestMs, kept.tookMs / part)) return;
  const began = performance.now();
  const figures = await countings[name](context);
  await keepFigures(db, name, { figures, countedAt, tookMs: Math.round(performance.now() - began) });
}

/** Forgets the figures that name accounts, in the transaction in which one is deleted. */
export function forgetFiguresOfPeople(tx: Transaction): Promise<void> {
  return forgetFigures(tx, ofPeople);
}
