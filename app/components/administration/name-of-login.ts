import type { WaysToLogIn } from '@domain/api/administered-accounts';
import type { Language } from '@domain/language-code';

/** Provider and name there of an outside login; the provider's address if the settings no longer have it. */
export function nameOfLogin({ provider, issuer, shownAs }: WaysToLogIn['logins'][number], language: Language): string {
  const name = provider?.[language] ?? issuer;
  return shownAs === '' ? name : `${name} (${shownAs})`;
}
