import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { call, type ClientContext, segments } from './transport';

/** A sample of an upload, or the codebook of the targets its columns can be mapped to. */
export type HelpFile = 'samples' | 'codebook';

/** A csv file that helps to prepare an upload, as a stream. Throws 400 or 404 for one there is not. */
export function downloadHelpFile(
  context: ClientContext,
  { what, kind, language }: { what: HelpFile; kind: UploadKind; language: Language },
): Promise<Response> {
  return call(context, segments(what, kind, language), { headers: { Accept: '*/*' } });
}

/** Text of a licence in the language of the user. */
export async function readLicenceText(context: ClientContext, name: 'sufl'): Promise<string> {
  const response = await call(context, `/licences${segments(name, context.language)}`, {
    headers: { Accept: 'text/plain' },
  });
  return response.text();
}
