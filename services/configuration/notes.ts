import type { BlockList } from 'node:net';

/** The variables on which the notes depend. */
interface NotedVariables {
  DEMO?: 'on' | 'off' | undefined;
  OPERATOR_NAME?: string | undefined;
  OPERATOR_EMAIL?: string | undefined;
  REPOSITORY_URL?: string | undefined;
  USE_REPORT_SECRET?: string | undefined;
  TRUSTED_PROXIES: BlockList;
}

/** Messages for the operator about settings with which the server starts, but which are not what is meant on most sites. */
export function settingNotes(
  env: NotedVariables,
  { origin, isPublic, doesAll }: { origin: string; isPublic: boolean; doesAll: boolean },
): string[] {
  return [
    ...(isPublic ? namelessOperator(env) : []),
    ...unnamedProxy(env, origin),
    ...uncountedUses(env),
    ...(env.DEMO === 'on' && !doesAll ? ['The demonstration is not made: that needs a process with ROLE=all.'] : []),
  ];
}

/** A public installation has to say who runs it. */
function namelessOperator(env: NotedVariables): string[] {
  const absent = (['OPERATOR_NAME', 'OPERATOR_EMAIL'] as const).filter((name) => !env[name]);
  if (absent.length === 0) return [];
  return [`The imprint does not name the operator: ${absent.join(' and ')} not set.`];
}

/** A web tier must prove to the repository on another machine that it may report uses. */
function uncountedUses(env: NotedVariables): string[] {
  if (!env.REPOSITORY_URL || env.USE_REPORT_SECRET) return [];
  return ['Uses of data sets are not counted: USE_REPORT_SECRET is not set.'];
}

/** The server only supports http, so there is a proxy if the address is https. */
function unnamedProxy(env: NotedVariables, origin: string): string[] {
  if (!origin.startsWith('https:') || env.TRUSTED_PROXIES.rules.length > 0) return [];
  return ['All visitors share the limits of one address: TRUSTED_PROXIES does not name the proxy.'];
}
