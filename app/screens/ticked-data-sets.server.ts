import { maxDownloadItems } from '@domain/limits';

import { readSearchAddress, type SearchAddress } from '~/components/search/search-address';
import { listNumbers } from '~/repository-client/search';
import type { ClientContext } from '~/repository-client/transport';

/** Numbers of the data sets that are ticked at an address, as many as a download may have. */
export async function listTicked(context: ClientContext, address: SearchAddress): Promise<number[]> {
  const { all, ticked, off } = address.ticks;
  if (all === null) return ticked;
  const numbers = (await listAll(context, all)).filter((nr) => !off.includes(nr));
  return [...new Set([...numbers, ...ticked])].slice(0, maxDownloadItems);
}

/** Numbers that 'Select all' ticks in a search, which is named by the query of its address. */
export async function listAll(context: ClientContext, all: string): Promise<number[]> {
  const { numbers } = await listNumbers(context, readSearchAddress(new URLSearchParams(all)), maxDownloadItems);
  return numbers;
}
