import type Provider from 'oidc-provider';

import type { Account } from '../accounts/accounts';
import type { HttpContext, IdentityServices } from '../http/exchange';
import { noteSignIn, type AccountChange } from '../store/accounts';
import { removeGrant } from '../store/artifacts';
import { type Entrance, type Factor, methodsOf } from '../store/generation';

export const cookieNames = {
  session: 'identity-session',
  interaction: 'identity-interaction',
  resume: 'identity-resume',
} as const;

/** A session ends a day after it was last used, or with the browser. */
export const sessionSeconds = 24 * 60 * 60;

/** Attributes of the provider's session cookie, which is set by oidc-provider and here. */
export const sessionCookie = (mountPath: string) => ({ httpOnly: true, sameSite: 'lax', path: mountPath }) as const;

export type ProviderSession = Awaited<ReturnType<Provider['Session']['get']>>;
/** Method of oidc-provider's clients that its types leave out. */
interface LogoutReceiver {
  backchannelLogout(accountId: string, sessionId: string | undefined): Promise<void>;
}

type SessionServices = Pick<IdentityServices, 'provider' | 'db' | 'mountPath' | 'now' | 'log'>;

/** The provider's session of this browser; a new one if it has none. */
export function sessionOf(services: SessionServices, context: HttpContext): Promise<ProviderSession> {
  return services.provider.Session.get(context);
}

/**
 * Signs in an account at the provider without a sign-in request of a client. `loginTs`: when its owner was asked, in
 * seconds; by default now.
 */
export async function startSession(
  services: SessionServices,
  context: HttpContext,
  account: Account & { entrance?: Entrance | undefined },
  factor: Factor | null = null,
  loginTs?: number,
): Promise<void> {
  let session = await sessionOf(services, context);
  if (session.accountId !== undefined && session.accountId !== account.id) {
    await endSession(services, context, session);
    session = new services.provider.Session();
  } else {
    session.resetIdentifier();
  }
  const now = services.now();
  const ts = loginTs ?? Math.floor(now.getTime() / 1000);
  session.loginAccount({ accountId: account.id, amr: methodsOf(account, factor), loginTs: ts, transient: true });
  await session.save(sessionSeconds);
  await noteSignIn(services.db, account.id, now);
  context.cookies.set(cookieNames.session, session.jti, sessionCookie(services.mountPath));
}

/**
 * Notifies clients that sessions ended with a password change, without waiting for them. A web app in this process
 * needs no notice, because it checks the account itself (`stillHolds`).
 */
export function tellClients(services: SessionServices, { account, endedSessions }: AccountChange): void {
  for (const { authorizations } of endedSessions) {
    for (const [clientId, { sid }] of Object.entries((authorizations ?? {}) as Authorizations)) {
      if (sid !== undefined) void tellClient(services, { clientId, accountId: account.id, sid });
    }
  }
}

type Authorizations = Record<string, { sid?: string }>;

/** Back-channel logout of one client. Failures are logged. */
async function tellClient(
  services: SessionServices,
  session: { clientId: string; accountId: string; sid: string | undefined },
): Promise<void> {
  const client = await services.provider.Client.find(session.clientId);
  if (!client?.backchannelLogoutUri) return;
  await (client as unknown as LogoutReceiver)
    .backchannelLogout(session.accountId, session.sid)
    .catch((error: unknown) => services.log(`Back-channel logout of ${session.clientId} failed`, error));
}

/**
 * Ends a session at the provider. Notifies every client of the session (back-channel logout), revokes their tokens and
 * removes the session and its cookie.
 */
export async function endSession(
  services: SessionServices,
  context: HttpContext,
  session: ProviderSession,
): Promise<void> {
  const { accountId } = session;
  for (const [clientId, { grantId }] of Object.entries(session.authorizations ?? {})) {
    const sid = session.sidFor(clientId);
    if (accountId !== undefined) await tellClient(services, { clientId, accountId, sid });
    if (grantId !== undefined) await removeGrant(services.db, grantId);
  }
  await session.destroy();
  context.cookies.set(cookieNames.session, null, sessionCookie(services.mountPath));
}
