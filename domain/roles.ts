/** Role claim of the editorial board (spec section 6). */
export const expertRole = 'Experts';
/** Role claim of an expert who also assigns, hands over, reopens and decides ties. */
export const chairRole = 'Chair';

/** Role claim of those who look after accounts, jobs and storage. It gives no right to read a study. */
export const adminRole = 'Admin';

/** All roles that the application uses. */
export const knownRoles = [expertRole, chairRole, adminRole] as const;

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

/** Whether somebody with these roles administers the installation. */
export function isAdministering(roles: readonly string[]): boolean {
  return roles.includes(adminRole);
}
