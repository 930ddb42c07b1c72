import type { z } from 'zod';

import { parseJson } from '@domain/text';

/** Limits of a call to a public service. Own estimates: somebody waits, and answers have some hundred kilobytes at most. */
export const lookupLimits = { timeoutMs: 5000, maxBytes: 2 * 1024 * 1024 };
export type LookupLimits = typeof lookupLimits;

/** A service could not be asked, or its answer cannot be used. The message names neither query nor answer. */
export class ServiceAway extends Error {
  override name = 'ServiceAway';
}

/**
 * Asks a public service for JSON. Null if it knows nothing under this address (404). Redirects are not followed, because
 * they would carry the query to somebody else. Throws ServiceAway.
 */
export async function askService<Schema extends z.ZodType>(
  address: URL,
  schema: Schema,
  { timeoutMs, maxBytes }: LookupLimits = lookupLimits,
): Promise<z.output<Schema> | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { Accept: 'application/json', 'User-Agent': 'Motothek' };
    const response = await fetch(address, { redirect: 'manual', signal, headers });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ServiceAway(`answered ${response.status}`);
    }
    const parsed = schema.safeParse(parseJson(await readText(response, maxBytes)));
    if (!parsed.success) throw new ServiceAway('the answer is not what its documentation says');
    return parsed.data;
  } catch (error) {
    if (error instanceof ServiceAway) throw error;
    throw new ServiceAway(signal.aborted ? 'took too long' : 'could not be reached', { cause: error });
  }
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!body) return '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ServiceAway('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
