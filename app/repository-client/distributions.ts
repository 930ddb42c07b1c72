import { DistributionsSchema, type Distributions } from '@domain/api/distributions';

import type { TableAddress } from './mapping';
import { callForJson, segments, type ClientContext } from './transport';

/** How the results of a table are distributed by sex; names of tests in the user's language. */
export function readDistributions(context: ClientContext, { kind, id, table }: TableAddress): Promise<Distributions> {
  return callForJson(context, DistributionsSchema, `/mapping/${kind}${segments(id, table)}/distributions`);
}
