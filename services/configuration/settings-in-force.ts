import type { SettingInForce } from '@domain/api/administration';

import { type SignInProvider, writeSignInProviders } from './sign-in-providers';

/** Names of settings whose values nobody may read. Addresses of servers contain passwords. */
const secretName = /SECRET|PASSWORD|TOKEN|KEY|(?:^|_)DATABASE_URL$|^SMTP_URL$/;
/** Variables of outside providers contain their names, which may contain such a word. */
const isSecretName = (name: string) =>
  /^SIGN_IN_.*_/.test(name) && name !== 'SIGN_IN_PROVIDERS' ? /_CLIENT_SECRET$/.test(name) : secretName.test(name);
/** An address with a user or a password in it. */
const hasCredentials = /^[a-z][a-z0-9+.-]*:\/\/[^/@]*@/i;

/**
 * Settings by name as they are shown to administrators: what the environment sets as it was written, otherwise the
 * default. Of secrets only whether they are set or generated. `parsed` are the values of the environment with their defaults,
 * `decided` those that are made of several settings or have a default of their own.
 */
export function settingsInForce(
  names: readonly string[],
  environment: Record<string, string | undefined>,
  { parsed, decided }: { parsed: Record<string, unknown>; decided: Decided },
): SettingInForce[] {
  const ofProviders = writeSignInProviders(decided.signInProviders);
  const values: Record<string, unknown> = { ...parsed, ...writeDecided(decided), ...ofProviders };
  return [...names, ...Object.keys(ofProviders)].sort().map((name) => {
    const given = environment[name]?.trim() ?? '';
    const isSecret = isSecretName(name) || hasCredentials.test(given);
    const shown = given === '' ? writtenDefault(values[name]) : given;
    const secret = given === '' && generated.includes(name) ? 'generated' : null;
    return { name, value: isSecret ? secret : shown, isSecret, isSet: given !== '' };
  });
}

/** Secrets that the server makes if they are not set. */
const generated = ['SESSION_SECRET', 'IDENTITY_CLIENT_SECRET'];

interface Decided {
  origin: string;
  demo: boolean;
  identity: { issuer: string; audience: string; internalUrl?: string | undefined; roleClaim: { claim: string } };
  signInProviders: readonly SignInProvider[];
  board: { assignment: string; hasOpenPanels: boolean; smallVersions: string; letterByChair: boolean };
  withdrawal: { isDoiFindable: boolean };
  log: { level: string };
}

function writeDecided({ origin, demo, identity, board, withdrawal, log }: Decided): Record<string, string> {
  return {
    ORIGIN: origin,
    DEMO: demo ? 'on' : 'off',
    IDENTITY_ISSUER: identity.issuer,
    IDENTITY_AUDIENCE: identity.audience,
    IDENTITY_ROLES_CLAIM: identity.roleClaim.claim,
    ...(identity.internalUrl !== undefined && { IDENTITY_INTERNAL_URL: identity.internalUrl }),
    BOARD_ASSIGNMENT: board.assignment,
    BOARD_OPEN_PANELS: board.hasOpenPanels ? 'on' : 'off',
    BOARD_SMALL_VERSIONS: board.smallVersions,
    DECISION_LETTER: board.letterByChair ? 'chair' : 'automatic',
    WITHDRAWN_DOI: withdrawal.isDoiFindable ? 'findable' : 'hidden',
    LOG_LEVEL: log.level,
  };
}

/** A default as it would be written; null: there is none, or it cannot be written. */
function writtenDefault(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(',') : null;
}
