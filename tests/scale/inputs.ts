import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

const amount = z.number().nonnegative();
const count = z.number().int().positive();
const requestCost = z.strictObject({ server: amount, database: amount, kilobytes: amount });
const byteCost = z.strictObject({ server: amount, database: amount });

/** Kinds of requests by what visitors want. Home and data sets are rendered, or shared pages. */
export const requestKinds = ['builtFile', 'home', 'dataSet', 'search', 'call', 'ownPage', 'form', 'signIn'] as const;
export type RequestKind = (typeof requestKinds)[number];

const place = z.strictObject({
  years: count,
  growth: z.number().positive(),
  dataSets: count,
  terabytes: z.number().positive(),
  requestsPerSecond: z.number().positive(),
  averageShare: z.number().min(0).max(1),
  shares: z
    .strictObject(Object.fromEntries(requestKinds.map((kind) => [kind, amount])) as Record<RequestKind, typeof amount>)
    .refine((shares) => Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 100) < 1e-6, {
      error: 'The shares are not 100 percent.',
    }),
  popularity: amount,
  smallFilesPerDay: amount,
  smallMegabytes: z.number().positive(),
  largeMegabytes: z.number().positive(),
  downloadedTerabytesPerMonth: amount,
  busiestHour: z.number().min(1),
  spareServers: z.number().int().nonnegative(),
  spareWorkers: z.number().int().nonnegative(),
  databases: count,
  cacheHits: z.number().min(0).max(1),
  keptTerabytes: amount,
  fixityDays: z.number().positive(),
  otherCopies: amount,
  people: amount,
});

const prices = z.strictObject({
  processor: amount,
  gigabyteOfMemory: amount,
  databaseProcessor: amount,
  terabyteOfFastDisk: amount,
  terabyteOfObjects: amount,
  copiesOfObjects: z.number().min(1),
  terabyteElsewhere: amount,
  terabyteSent: amount,
  terabyteThroughCache: amount,
  person: amount,
});

const schema = z.strictObject({
  seed: z.number().int(),
  simulated: count,
  utilisation: z.number().positive().lt(1),
  requests: z.strictObject(
    Object.fromEntries([...requestKinds, 'sharedPage'].map((kind) => [kind, requestCost])) as Record<
      RequestKind | 'sharedPage',
      typeof requestCost
    >,
  ),
  megabytes: z.strictObject({
    received: byteCost,
    checked: z.strictObject({ worker: amount, database: amount }),
    sent: byteCost,
  }),
  memory: z.strictObject({ server: amount, catalogue: amount, engine: amount, parsers: amount }),
  storage: z.strictObject({
    tablesPerByte: amount,
    tableCopies: amount,
    catalogueKilobytes: amount,
    otherKilobytes: amount,
  }),
  machines: z.strictObject({
    processorsOfServer: amount,
    memoryOfDatabaseProcessor: amount,
    workingTerabytes: amount,
    fixityOfWorker: z.number().positive(),
  }),
  sharedSeconds: amount,
  connectionsPerProcess: count,
  places: z.record(z.string(), place),
  prices: z.record(z.string(), prices),
});

export type Inputs = z.infer<typeof schema>;
export type Place = z.infer<typeof place>;
export type Prices = z.infer<typeof prices>;

/** The inputs that come with the repository. */
export const inputsFile = path.join(import.meta.dirname, 'inputs.yaml');

/** Reads and checks a file of inputs. Throws with everything that is wrong in it. */
export function readInputs(file: string): Inputs {
  const { data, error } = schema.safeParse(parse(readFileSync(file, 'utf8')));
  if (error) throw new Error(`${file}:\n${z.prettifyError(error)}`);
  return data;
}
