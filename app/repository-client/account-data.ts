import { call, type ClientContext } from './transport';

/** Everything that is kept about the user, as a stream. */
export function downloadAccountData(context: ClientContext, signal: AbortSignal): Promise<Response> {
  return call(context, '/account/data', { headers: { Accept: '*/*' }, signal });
}
