import { useEffect, useState } from 'react';

import { paths } from '~/paths';

import type { ShownSession } from '../../root-data';
import { useIsScripted } from './page-head';
import type SessionEndPart from './session-end';

/** Warning before the session ends. Its script is loaded after the page, because visitors do not need it. */
export function SessionWatch({ session: { secondsLeft, address } }: { session: ShownSession }) {
  const [SessionEnd, setSessionEnd] = useState<typeof SessionEndPart | null>(null);
  useEffect(() => {
    // If it cannot be loaded, the page works without it.
    import('./session-end').then(
      (part) => setSessionEnd(() => part.default),
      () => undefined,
    );
  }, []);
  return SessionEnd ? <SessionEnd secondsLeft={secondsLeft} address={address} login={paths.login()} /> : null;
}

/** Says until when the user stays logged in, for pages without script. */
export function SessionLimit({ session }: { session: ShownSession }) {
  const limit = <p className="session-limit">{session.message}</p>;
  return useIsScripted() ? <noscript>{limit}</noscript> : limit;
}
