import { createContext, useContext } from 'react';

/** Reference number of this page's server error in the log; '' without an error, and in the browser. */
export const FaultReferenceContext = createContext('');

export function useFaultReference(): string {
  return useContext(FaultReferenceContext);
}
