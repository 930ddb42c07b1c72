import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { UploadKindSchema } from '@domain/upload-id';

import { downloadHelpFile } from '~/repository-client/help-files';
import { orFailurePage } from '~/repository-client/transport';
import { pickHeaders } from '~/screens/proxy-file.server';

const ParamsSchema = z.object({
  what: z.enum(['samples', 'codebook']),
  kind: UploadKindSchema,
  language: LanguageSchema,
});
/** Headers of the API response that the browser needs. */
const proxiedHeaders = ['Content-Type', 'Content-Disposition', 'Content-Language', 'Cache-Control'];

/** Sample files and codebooks of targets, for anybody: passed on as they come. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const wanted = ParamsSchema.safeParse(params);
  if (!wanted.success) throw new Response(null, { status: 404 });
  const answer = await orFailurePage(downloadHelpFile(context, wanted.data));
  return new Response(answer.body, { headers: pickHeaders(answer.headers, proxiedHeaders) });
}
