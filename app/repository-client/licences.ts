import { call, segments, type ClientContext } from './transport';

/** Text of a licence in the language of the user. */
export async function readLicenceText(context: ClientContext, name: 'sufl'): Promise<string> {
  const response = await call(context, `/licences${segments(name, context.language)}`, {
    headers: { Accept: 'text/plain' },
  });
  return response.text();
}
