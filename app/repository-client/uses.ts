import { reportSecretName, type Use } from '@domain/api/use';

import { call, type ClientContext } from './transport';

/** Returns the function that reports uses of data sets to the repository API, which knows `secret`. */
export function reportUses({
  secret,
  ...place
}: Pick<ClientContext, 'repository' | 'origin'> & { secret: string }): (uses: readonly Use[]) => Promise<void> {
  const context: ClientContext = { ...place, accessToken: null, language: 'en' };
  return async (uses) => {
    await call(context, '/search/use', { method: 'POST', json: uses, headers: { [reportSecretName]: secret } });
  };
}
