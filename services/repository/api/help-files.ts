import { Hono } from 'hono';

import { LanguageSchema } from '@domain/language';
import { UploadKindSchema } from '@domain/upload-id';

import { findHelpFile, type HelpFile } from '../usecases/find-help-file';
import { checkInput, type ApiContext, type ApiEnvironment } from './environment';

/** Files that help to prepare an upload: samples, and what columns can be mapped to. Anybody may read them. */
export const helpFileRoutes = new Hono<ApiEnvironment>();

helpFileRoutes.get('/api/samples/:kind{raw|agg}/:lang', (c) => answerFile(c, 'sample'));

helpFileRoutes.get('/api/codebook/:kind{raw|agg}/:lang', (c) => answerFile(c, 'targets'));

function answerFile(c: ApiContext, what: HelpFile): Response {
  const kind = checkInput(c.req.param('kind'), UploadKindSchema);
  const language = checkInput(c.req.param('lang'), LanguageSchema);
  const { name, text } = findHelpFile(what, kind, language);
  return c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Language': language,
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  });
}
