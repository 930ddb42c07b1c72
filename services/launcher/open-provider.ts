import path from 'node:path';

import type { Configuration } from '../configuration/configuration';
import { addressForLimits, clientAddressOf } from '../http/client-address';
import { createIdentity, type Identity } from '../identity/identity';
import { log } from '../log/log';
import type { Mailer } from '../repository/context/mailer';
import { assetsOf, type WebBuild } from './web-build';

type ProviderParts = Pick<
  Parameters<typeof createIdentity>[0],
  'pool' | 'issuer' | 'audience' | 'downloadOrigin' | 'personalData' | 'merging'
> & { build: WebBuild['atStart']; mail: Mailer };

/** Opens the OpenID provider of this process. */
export function openProvider(configuration: Configuration, parts: ProviderParts): Promise<Identity> {
  const { origin, sessionSecrets, trustedProxies, demo, smtpUrl, dataDir } = configuration;
  const { clientId, clientSecret, stylesheet } = configuration.identity;
  const { signInProviders, requiredFactorRoles, outsideRoleDays, timeZone, retention } = configuration;
  const { build, mail, ...others } = parts;
  return createIdentity({
    ...others,
    origin,
    look: assetsOf(build, stylesheet),
    client: {
      id: clientId,
      secret: clientSecret,
      redirectUris: [`${origin}/authentication/login-callback`],
      postLogoutRedirectUris: [`${origin}/authentication/logout-callback`],
      backchannelLogoutUri: `${origin}/authentication/backchannel-logout`,
    },
    secrets: sessionSecrets,
    signInProviders,
    requiredFactorRoles,
    outsideRoleDays,
    keepMailDays: retention.jobDays,
    timeZone,
    sendMail: (message) => mail.send(message),
    // Only whoever tries Motothek on this machine can read there.
    mailFolder: demo && !smtpUrl ? path.join(dataDir, 'outbox') : null,
    addressOf: (request) => addressForLimits(clientAddressOf(request, trustedProxies)),
    log: (text, error, reference) => (error === undefined ? log.warn(text) : log.error(error, reference, text)),
  });
}
