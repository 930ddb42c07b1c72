import { call, type ClientContext } from './transport';

/** Everything that is kept about the user, as a stream; for HEAD nothing is made. */
export function downloadAccountData(
  context: ClientContext,
  { method, signal }: { method: 'GET' | 'HEAD'; signal: AbortSignal },
): Promise<Response> {
  return call(context, '/account/data', { method, headers: { Accept: '*/*' }, signal });
}
