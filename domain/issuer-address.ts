/** Where an OpenID provider is. */
export interface IssuerAddress {
  /** Its public address: browsers go there, and tokens name it. */
  issuer: string;
  /** Another address of the same provider, which servers use; undefined if they use the public one. */
  internalUrl?: string | undefined;
}

/** An address without slashes at its end. */
export const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/** Address at which a server asks for the metadata of a provider (OpenID Connect Discovery 1.0, section 4). */
export function discoveryAddress({ issuer, internalUrl }: IssuerAddress): string {
  return `${withoutSlash(internalUrl ?? issuer)}/.well-known/openid-configuration`;
}

/**
 * An address of the provider as a server uses it: within the provider's public address, the internal one takes its place.
 * A provider may itself name internal addresses, which stay.
 */
export function serverAddress(address: string, { issuer, internalUrl }: IssuerAddress): string {
  if (internalUrl === undefined) return address;
  const [outside, inside] = withoutCommonEnd(withoutSlash(issuer), withoutSlash(internalUrl));
  return address.startsWith(`${outside}/`) ? inside + address.slice(outside.length) : address;
}

/** Both addresses without the last parts of their paths that are the same. Not all of a provider is below its issuer. */
function withoutCommonEnd(one: string, other: string): [string, string] {
  const end = /\/[^/]+$/.exec(new URL(one).pathname)?.[0];
  if (end === undefined || !other.endsWith(end)) return [one, other];
  return withoutCommonEnd(one.slice(0, -end.length), other.slice(0, -end.length));
}
