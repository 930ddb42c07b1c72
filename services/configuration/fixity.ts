import { statSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { fixityBytesPerSecond, fixityDays } from '@domain/limits';

import { liesIn } from './folders';
import { objectStoreSetting } from './object-store';
import { optionalText, wholeNumber } from './variables';

/** Longest time until an object is read again. Own estimate: a damage that is older is in most backups, too. */
const maxDays = 365;

/** An address of any kind. A single letter may be the drive of a folder. */
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;

/** A folder, or a bucket as in OBJECT_STORE_URL. */
const replicaSetting = optionalText.transform((value, context) => {
  if (value === undefined) return undefined;
  if (!hasScheme.test(value)) return { folder: path.resolve(value) };
  const parsed = objectStoreSetting.safeParse(value);
  if (parsed.data) return parsed.data;
  context.addIssue({ code: 'custom', message: parsed.error?.issues[0]?.message ?? 'is not an address' });
  return z.NEVER;
});

/** Variables about reading stored objects again, explained in docs/operations.md. */
export const fixitySettings = {
  FIXITY_DAYS: wholeNumber(fixityDays, { min: 0, max: maxDays }),
  FIXITY_BYTES_PER_SECOND: wholeNumber(fixityBytesPerSecond),
  REPLICA_STORE_URL: replicaSetting,
  METRICS_SECRET: optionalText.pipe(z.string().min(16).optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
};
interface FixityEnvironment {
  FIXITY_DAYS: number;
  FIXITY_BYTES_PER_SECOND: number;
  REPLICA_STORE_URL?: z.output<typeof replicaSetting>;
  OPERATOR_EMAIL?: string;
}

/** How stored objects are read again, and where their copies are; undefined means that there are none. */
export function readFixity(env: FixityEnvironment) {
  return {
    days: env.FIXITY_DAYS,
    bytesPerSecond: env.FIXITY_BYTES_PER_SECOND,
    replica: env.REPLICA_STORE_URL,
    /** Who is told of damaged objects; null means that only the log tells. */
    tellTo: env.OPERATOR_EMAIL ?? null,
  };
}

/** Who may read the figures of the server, and the collector of its traces; undefined means that there are none. */
export function readWatching(env: { METRICS_SECRET?: string; OTEL_EXPORTER_OTLP_ENDPOINT?: string }) {
  return { metricsSecret: env.METRICS_SECRET, tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT };
}

/** Errors of a replica that is no second copy, because it lies in the data folder (absolute path). */
export function replicaErrors({ REPLICA_STORE_URL: replica }: FixityEnvironment, dataDir: string): string[] {
  if (!replica || !('folder' in replica)) return [];
  if (!liesIn(replica.folder, dataDir)) return [];
  return ['REPLICA_STORE_URL: must not be in the data folder, because it would be lost with it'];
}

/** Notes about a replica on the same disk as the objects, with which it would fail. */
export function replicaNotes({ REPLICA_STORE_URL: replica }: FixityEnvironment, dataDir: string): string[] {
  if (!replica || !('folder' in replica)) return [];
  const [copies, objects] = [replica.folder, dataDir].map((folder) => statSync(folder, { throwIfNoEntry: false })?.dev);
  if (copies === undefined || copies !== objects) return [];
  return [
    'The replica is on the same disk as the data folder: REPLICA_STORE_URL does not protect against its failure.',
  ];
}
