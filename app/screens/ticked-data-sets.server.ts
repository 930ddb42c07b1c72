import { maxDownloadItems } from '@domain/limits';

import type { SearchAddress } from '~/components/search/search-address';
import { listNumbers } from '~/repository-client/search';
import type { ClientContext } from '~/repository-client/transport';

/** Numbers of the data sets that are ticked at an address, as many as a download may have. */
export async function listTicked(context: ClientContext, address: SearchAddress): Promise<number[]> {
  const { isAll, ticked, off } = address.ticks;
  if (!isAll) return ticked;
  const { numbers } = await listNumbers(context, address, maxDownloadItems);
  const all = numbers.filter((nr) => !off.includes(nr));
  return [...new Set([...all, ...ticked])].slice(0, maxDownloadItems);
}
