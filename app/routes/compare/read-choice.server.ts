import type { Norms } from '@domain/api/norms';
import { maxPoolDataSets } from '@domain/pool/pool-choice';

import type { NormAddress } from '~/components/norms/norm-address';
import { readNorms } from '~/repository-client/norms';
import { listPoolDataSets } from '~/repository-client/pool';
import { attempt, type ClientContext } from '~/repository-client/transport';

/** What is shown of a choice. */
export interface ReadChoice {
  /** The choice, without data sets that are not there. */
  address: NormAddress;
  /** Its norms; null if no result is chosen. */
  norms: Norms | null;
  /** Chosen numbers of data sets that are not there, or not any more. */
  gone: number[];
  /** Status of the page. */
  status: number;
}

/**
 * Norms of a choice; if data sets of it were withdrawn or are unknown, those of the others, with the status of the refusal
 * (410 or 404). Throws RepositoryError if it is refused for another reason.
 */
export async function readChoice(context: ClientContext, address: NormAddress): Promise<ReadChoice> {
  const { test, choice } = address;
  if (test === null) return { address, norms: null, gone: [], status: 200 };
  const norms = readNorms(context, test, choice);
  const refusal = await attempt(() => norms);
  if (refusal === null) return { address, norms: await norms, gone: [], status: 200 };
  const gone = [404, 410].includes(refusal.status) ? await goneOf(context, choice.dataSets) : [];
  if (gone.length === 0) throw refusal;
  const left = { ...choice, dataSets: choice.dataSets.filter((nr) => !gone.includes(nr)) };
  const rest = { test, choice: left };
  return { address: rest, norms: await readNorms(context, test, left), gone, status: refusal.status };
}

/** The numbers of data sets that are not published. */
async function goneOf(context: ClientContext, numbers: readonly number[]): Promise<number[]> {
  const parts = Array.from({ length: Math.ceil(numbers.length / maxPoolDataSets) }, (_, at) =>
    numbers.slice(at * maxPoolDataSets, (at + 1) * maxPoolDataSets),
  );
  const listed = await Promise.all(parts.map((part) => listPoolDataSets(context, part)));
  const known = new Set(listed.flat().map(({ nr }) => nr));
  return numbers.filter((nr) => !known.has(nr));
}
