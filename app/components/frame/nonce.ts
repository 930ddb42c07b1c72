import { createContext, useContext } from 'react';

/** Nonce of the page's Content Security Policy; '' in the browser, which hides it from scripts. */
export const NonceContext = createContext('');

export function useNonce(): string {
  return useContext(NonceContext);
}
