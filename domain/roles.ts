/** Role claim of the editorial board (spec section 6). */
export const expertRole = 'Experts';

/** All roles that the application uses. */
export const knownRoles = [expertRole] as const;
