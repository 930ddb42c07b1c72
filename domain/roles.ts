/** Role claim of the editorial board (spec section 6); the only role the screens know. */
export const expertRole = 'Experts';
