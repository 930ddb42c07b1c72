import { createContext, useContext } from 'react';

/** Nonce of the page's Content Security Policy; the browser hides it from scripts, so it is '' there. */
export const NonceContext = createContext('');

export function useNonce(): string {
  return useContext(NonceContext);
}
