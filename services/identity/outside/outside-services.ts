import type { Language } from '@domain/language';
import type { Keys } from '@domain/secrets';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import type { RelyingParty } from './relying-party';

/** Outside providers that the log in page offers, and the client that asks them. */
export interface OutsideServices {
  providers: readonly SignInProvider[];
  party: RelyingParty;
  /** Seal what a started login has to remember. The first key seals, all of them open. */
  keys: Keys;
}

/** Name of a provider; its id if the settings no longer have it. */
export function labelOf({ providers }: OutsideServices, id: string, language: Language): string {
  return providers.find((provider) => provider.id === id)?.label[language] ?? id;
}
