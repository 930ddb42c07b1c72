import type Provider from 'oidc-provider';

import type { Account, PasswordChange } from './accounts';
import { methodsOf } from './generation';
import type { HttpContext, IdentityServices } from './http/exchange';
import { removeGrant } from './store/artifacts';

export const cookieNames = {
  session: 'identity-session',
  interaction: 'identity-interaction',
  resume: 'identity-resume',
} as const;

/** A session ends a day after it was last used, or with the browser. */
export const sessionSeconds = 24 * 60 * 60;

/** How the provider's session cookie is set, by oidc-provider and by us alike. */
export const sessionCookie = (mountPath: string) => ({ httpOnly: true, sameSite: 'lax', path: mountPath }) as const;

export type ProviderSession = Awaited<ReturnType<Provider['Session']['get']>>;
/** What oidc-provider's clients can do, but its types do not say. */
interface LogoutReceiver {
  backchannelLogout(accountId: string, sessionId: string | undefined): Promise<void>;
}

type SessionServices = Pick<IdentityServices, 'provider' | 'db' | 'mountPath' | 'log'>;

/** The provider's session of this browser; a fresh one when it has none. */
export function sessionOf(services: SessionServices, context: HttpContext): Promise<ProviderSession> {
  return services.provider.Session.get(context);
}

/** Signs an account in at the provider, outside of any sign-in request of a client. */
export async function startSession(services: SessionServices, context: HttpContext, account: Account): Promise<void> {
  let session = await sessionOf(services, context);
  if (session.accountId !== undefined && session.accountId !== account.id) {
    await endSession(services, context, session);
    session = new services.provider.Session();
  } else {
    session.resetIdentifier();
  }
  const loginTs = Math.floor(Date.now() / 1000);
  session.loginAccount({ accountId: account.id, amr: methodsOf(account), loginTs, transient: true });
  await session.save(sessionSeconds);
  context.cookies.set(cookieNames.session, session.jti, sessionCookie(services.mountPath));
}

/**
 * Tells clients, where they run apart, that the provider's sessions ended with a password: nobody waits for it. A web
 * app in this process need not be told, it looks at the account itself (`still-holds.ts`).
 */
export function tellClients(services: SessionServices, { account, endedSessions }: PasswordChange): void {
  for (const { authorizations } of endedSessions) {
    for (const [clientId, { sid }] of Object.entries((authorizations ?? {}) as Authorizations)) {
      if (sid !== undefined) void tellClient(services, { clientId, accountId: account.id, sid });
    }
  }
}

type Authorizations = Record<string, { sid?: string }>;

/** Back-channel logout of one client; a client that cannot be reached is noted in the log. */
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
 * Ends a session at the provider: tells every client signed in by it (back-channel logout), voids their
 * tokens, removes the session and its cookie.
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
