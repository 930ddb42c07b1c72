import { z } from 'zod';

import { maxDataSetNr, maxDownloadItems } from '../limits';

/**
 * Kinds of use, in the terms of the COUNTER Code of Practice: a view is an investigation, which is any look at a data
 * set, and a download is a request, which gets its data. Every download is a view, too.
 */
export const useKinds = ['view', 'download'] as const;
export type UseKind = (typeof useKinds)[number];

/** Who uses: people with a browser, or programs that people run. Robots are not counted. */
export const useMethods = ['regular', 'machine'] as const;
export type UseMethod = (typeof useMethods)[number];

/** One use of a data set. */
export const UseSchema = z.object({
  nr: z.number().int().positive().max(maxDataSetNr),
  kind: z.enum(useKinds),
  method: z.enum(useMethods),
  visitor: z
    .string()
    .regex(/^[\w-]{43}$/)
    .describe('Keyed hash of day, address and browser. It says only that two uses have the same visitor.'),
  at: z.number().int().nonnegative().describe('Milliseconds since 1970.'),
});
export type Use = z.infer<typeof UseSchema>;

/** Uses that are sent at once. */
export const maxReportedUses = 1000;

/** Body of `POST api/search/use`. */
export const UseReportSchema = z.array(UseSchema).max(maxReportedUses);

const CountSchema = z.number().int().nonnegative();

const UseCountsSchema = z.object({
  views: CountSchema.describe('Investigations: total_dataset_investigations, with those by programs.'),
  downloads: CountSchema.describe('Requests: total_dataset_requests, with those by programs.'),
  uniqueViews: CountSchema.describe('Each visitor once an hour: unique_dataset_investigations.'),
  uniqueDownloads: CountSchema.describe('Each visitor once an hour: unique_dataset_requests.'),
  machineViews: CountSchema.describe("The part of `views` by programs: access method 'machine'."),
  machineDownloads: CountSchema.describe('The part of `downloads` by programs.'),
});
export type UseCounts = z.infer<typeof UseCountsSchema>;

/** Use of a data set: `GET api/search/use/{nr}`. */
export const DataSetUseSchema = UseCountsSchema.extend({
  months: z
    .array(UseCountsSchema.extend({ month: z.string().describe('yyyy-MM, in UTC.') }))
    .describe('Every month since `since`, the newest first.'),
  since: z.string().describe('Day on which counting began, yyyy-MM-dd in UTC.'),
});
export type DataSetUse = z.infer<typeof DataSetUseSchema>;

/**
 * Response header that names the data sets of a response and how it uses them: 'view 12', 'download 3,7'. The server
 * counts by it and removes it.
 */
export const useMarkName = 'Motothek-Use';

/** Request header of a web tier on another machine, which counts by itself: the secret by which it also reports uses. */
export const ownCountName = 'Motothek-Own-Count';

/** Request header with the secret that lets a web tier report uses. */
export const reportSecretName = 'Motothek-Use-Secret';

/** Value of the header that names the uses of a response. */
export function writeUseMark(kind: UseKind, numbers: readonly number[]): string {
  return `${kind} ${numbers.join()}`;
}

/** Parses the header. Without a valid one, nothing was used. */
export function readUseMark(mark: string): { kind: UseKind; numbers: number[] } {
  const [, kind = '', list = ''] = /^(\w+) ([\d,]+)$/.exec(mark) ?? [];
  const numbers = list.split(',').filter(Boolean).map(Number);
  return { kind: kind === 'download' ? 'download' : 'view', numbers: numbers.slice(0, maxDownloadItems) };
}
