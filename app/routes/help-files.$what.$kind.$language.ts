import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { UploadKindSchema } from '@domain/upload-id';

import { downloadHelpFile } from '~/repository-client/help-files';
import { orFailurePage } from '~/repository-client/failure-page';

const ParamsSchema = z.object({
  what: z.enum(['samples', 'codebook']),
  kind: UploadKindSchema,
  language: LanguageSchema,
});
/** Headers of the API's answer that the browser needs. */
const passedOn = ['Content-Type', 'Content-Disposition', 'Content-Language', 'Cache-Control'];

/** Sample files and code books of targets, for anybody: passed on as they come. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const wanted = ParamsSchema.safeParse(params);
  if (!wanted.success) throw new Response(null, { status: 404 });
  const answer = await orFailurePage(downloadHelpFile(context, wanted.data));
  const headers = new Headers();
  for (const name of passedOn) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { headers });
}
