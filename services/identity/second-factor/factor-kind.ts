import type { SecondFactors } from '../store/second-factors';

/** What an account with a second factor has, for texts that name nothing else. */
export function factorKind({ appSince, passkeys }: Pick<SecondFactors, 'appSince' | 'passkeys'>) {
  if (appSince === null) return 'passkey';
  return passkeys.length === 0 ? 'app' : 'both';
}
