import { admitPassword, forgetSlips } from './attempt-limits';
import type { HttpContext, IdentityServices } from './http/exchange';
import { knownBrowserOf } from './known-browser';
import { verifyPassword } from './passwords';
import type { AccountRow } from './store/accounts';

interface Outcome {
  isRight: boolean;
  /** Set when the password was not looked at: there were too many tries. */
  retryAfterSeconds?: number;
}

/** Tries a password for an e-mail under the limits of attempts; as long, and with as many steps, without an account. */
export async function tryPassword(
  services: IdentityServices,
  context: HttpContext,
  { email, account, password }: { email: string; account: AccountRow | null; password: string },
): Promise<Outcome> {
  const address = services.addressOf(context);
  const attempt = { email, account, address, knownBrowser: knownBrowserOf(services, context, account) };
  const verdict = await admitPassword(services, attempt);
  if (!verdict.allowed) return { isRight: false, retryAfterSeconds: verdict.retryAfterSeconds };
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (isRight) await forgetSlips(services, attempt, verdict);
  return { isRight };
}
