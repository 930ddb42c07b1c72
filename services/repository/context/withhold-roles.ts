import type { Actor } from './context';

/**
 * Which of the roles that somebody holds count. `hasSecondFactor`: their session has used one, or that of their token.
 * Without one, those in `required` do not.
 */
export function withholdRoles(
  held: readonly string[],
  hasSecondFactor: boolean,
  required: readonly string[],
): Pick<Actor, 'roles' | 'lackingFactor' | 'hasSecondFactor'> {
  if (hasSecondFactor) return { roles: [...held], hasSecondFactor };
  const lackingFactor = held.filter((role) => required.includes(role));
  const roles = held.filter((role) => !required.includes(role));
  return lackingFactor.length === 0 ? { roles } : { roles, lackingFactor };
}
