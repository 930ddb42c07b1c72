import { useEffect, useState } from 'react';

import type SessionEndPart from '~/drafts/session-end';
import { paths } from '~/paths';

import type { ShownSession } from '../../root-data';
import { useIsScripted } from './use-is-scripted';

/** Script that tells of the end of the session, fetched once the page stands: visitors have no use for it. */
export function SessionWatch({ session: { secondsLeft, address } }: { session: ShownSession }) {
  const [SessionEnd, setSessionEnd] = useState<typeof SessionEndPart | null>(null);
  useEffect(() => {
    // Where it cannot be fetched, the page does without it.
    import('~/drafts/session-end').then(
      (part) => setSessionEnd(() => part.default),
      () => undefined,
    );
  }, []);
  return SessionEnd ? <SessionEnd secondsLeft={secondsLeft} address={address} login={paths.login()} /> : null;
}

/** Says until when one stays logged in, where no script will say it in time. */
export function SessionLimit({ session }: { session: ShownSession }) {
  const limit = <p className="session-limit">{session.message}</p>;
  return useIsScripted() ? <noscript>{limit}</noscript> : limit;
}
