/** Role claim of the editorial board (spec section 6). */
export const expertRole = 'Experts';
/** Role claim of an expert who also assigns, hands over, reopens and decides ties. */
export const chairRole = 'Chair';

/** All roles that the application uses. */
export const knownRoles = [expertRole, chairRole] as const;

/** Roles whose holders are members of the editorial board. */
export const boardRoles: readonly string[] = [expertRole, chairRole];

/** Whether somebody with these roles is a member of the editorial board. */
export function isOnBoard(roles: readonly string[]): boolean {
  return roles.some((role) => boardRoles.includes(role));
}

/** Whether somebody with these roles chairs the editorial board. */
export function isChairing(roles: readonly string[]): boolean {
  return roles.includes(chairRole);
}
