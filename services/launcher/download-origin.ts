import type { Configuration } from '../configuration/configuration';
import { openLender } from '../repository/files/lend-address';

/** Where browsers get files from the store itself, and forms may lead; null if they get them from this server. */
export async function downloadOriginOf({
  objectStore,
  downloadRedirects,
}: Pick<Configuration, 'objectStore' | 'downloadRedirects'>): Promise<string | null> {
  if (!downloadRedirects) return null;
  const { endpoint } = downloadRedirects;
  if (endpoint !== undefined) return new URL(endpoint).origin;
  if (!objectStore) return null;
  // Only the SDK knows the hosts of all regions. The signature is of no use here.
  const lend = await openLender(objectStore, { accessKeyId: 'none', secretAccessKey: 'none' });
  return new URL(await lend('none', { disposition: '', mediaType: '' })).origin;
}
