import { createContext, useContext } from 'react';

/** Reference number under which a fault of this page stands in the log; '' on a page that is well, and in the browser. */
export const FaultReferenceContext = createContext('');

export function useFaultReference(): string {
  return useContext(FaultReferenceContext);
}
