import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { discoveryAddress, type IssuerAddress, serverAddress } from '@domain/issuer-address';

/** Timeout of requests to the issuer. */
const issuerTimeoutMs = 10_000;

const DiscoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Keys of an external issuer. They are discovered with the first token, cached, and fetched again after a rotation. */
export function issuerKeys(address: IssuerAddress): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  return async (header, token) => {
    keys ??= discoverKeys(address);
    try {
      return await (
        await keys
      )(header, token);
    } catch (error) {
      // Ask an unreachable issuer again with the next token.
      if (!(error instanceof Error && error.name.startsWith('JWKS'))) keys = null;
      throw error;
    }
  };
}

async function discoverKeys(address: IssuerAddress): Promise<JWTVerifyGetKey> {
  const response = await fetch(discoveryAddress(address), { signal: AbortSignal.timeout(issuerTimeoutMs) });
  if (!response.ok) throw new Error(`The identity provider answered ${response.status} to discovery.`);
  const discovery = DiscoverySchema.parse(await response.json());
  if (discovery.issuer !== address.issuer) throw new Error(`The issuer of the provider is ${discovery.issuer}.`);
  const keysAddress = new URL(serverAddress(discovery.jwks_uri, address));
  return createRemoteJWKSet(keysAddress, { timeoutDuration: issuerTimeoutMs });
}
