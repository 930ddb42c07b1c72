import { isStorable } from './text';

/** Claims of a token: what an OpenID provider says of somebody. */
type Claims = Readonly<Record<string, unknown>>;

/** Where in the claims of a provider roles are. */
export interface RoleClaim {
  /** Name of the claim, or the path to it, such as `realm_access.roles`. */
  claim: string;
  /** Our roles by the name that gives them, which nothing else does; null if the claim names our roles. */
  roles: ReadonlyMap<string, string> | null;
}

/** Where our own provider puts roles, and others unless a setting says more. */
export const ownRoleClaim: RoleClaim = { claim: 'role', roles: null };

/** The roles that claims give. Texts that cannot be stored are none, because they could become another role. */
export function rolesIn(claims: Claims, { claim, roles }: RoleClaim): string[] {
  const given = claimAt(claims, claim);
  const texts = (Array.isArray(given) ? (given as unknown[]) : [given]).filter((text) => typeof text === 'string');
  if (roles === null) return texts.filter((role) => role !== '' && isStorable(role));
  // A list may come as a text. The whole text is tried as well, because names of groups may contain spaces.
  const names = Array.isArray(given)
    ? texts
    : texts.flatMap((text) => [text.trim(), ...text.split(/[\s,]+/), ...text.split(/\s*,\s*/)]);
  return [...new Set(names.flatMap((name) => roles.get(name) ?? []))].sort();
}

/**
 * The claim of this name, or else the one that a path like `realm_access.roles` leads to. Names may contain dots
 * themselves, as those of clients in `resource_access.motothek.example.org.roles` do: the longest is tried first.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const steps = path.split('.');
  for (let length = steps.length; length > 0; length--) {
    const name = steps.slice(0, length).join('.');
    if (!Object.hasOwn(claims, name)) continue;
    const value = (claims as Claims)[name];
    const found = length === steps.length ? value : claimAt(value, steps.slice(length).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}
