import { tagsHeader } from '@domain/shared-cache';

import type { RepositoryContext } from '../../context/context';

const timeoutMs = 10_000;
/** Tags of one call: Fastly takes 256, and headers of Varnish 8 kB. */
const tagsAtOnce = 100;

/**
 * Job 'purge-caches': has each shared cache forget what has one of these tags. The same call suits Varnish and Fastly,
 * which read the header, and Cloudflare, which reads the body. A cache that does not answer is asked again by the queue.
 */
export async function purgeCaches(
  { settings }: Pick<RepositoryContext, 'settings'>,
  { tags }: { tags: string[] },
  signal: AbortSignal,
): Promise<void> {
  const { purgeAddresses, purgeToken } = settings.sharedCache;
  const batches = Array.from({ length: Math.ceil(tags.length / tagsAtOnce) }, (_, index) =>
    tags.slice(index * tagsAtOnce, (index + 1) * tagsAtOnce),
  );
  const calls = purgeAddresses.flatMap((address) =>
    batches.map((some) => purge(address, some, { token: purgeToken, signal })),
  );
  const failed = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected');
  if (failed.length > 0) throw new Error('A shared cache was not told what to forget.', { cause: failed[0]?.reason });
}

async function purge(
  address: string,
  tags: string[],
  { token, signal }: { token: string | undefined; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'Content-Type': 'application/json',
      [tagsHeader]: tags.join(' '),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ tags }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(address).host} answered ${response.status}.`);
}
