import { Hono } from 'hono';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { licences } from '@domain/licences';
import { UploadKindSchema } from '@domain/upload-id';

import { licenceText } from '../packaging/texts';
import { findHelpFile, type HelpFile } from '../usecases/downloads/find-help-file';
import { type ApiContext, type ApiEnvironment, callerOf, checkInput } from './environment';

/** Public files for preparing an upload: samples and lists of targets. */
export const helpFileRoutes = new Hono<ApiEnvironment>();

helpFileRoutes.get('/api/samples/:kind{raw|agg}/:lang', (c) => answerFile(c, 'sample'));

helpFileRoutes.get('/api/codebook/:kind{raw|agg}/:lang', (c) => answerFile(c, 'targets'));

function answerFile(c: ApiContext, what: HelpFile): Response {
  callerOf(c, 'findHelpFile');
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

/** Licences by their names in addresses. 'sufl' is the Scientific Use File licence. */
const names = { 'cc-by': licences[0], 'cc-by-sa': licences[1], sufl: licences[2] } as const;
/** Names of licences in addresses. */
export const LicenceNameSchema = z.enum(['cc-by', 'cc-by-sa', 'sufl']);

/** Public texts of the licences, as in the packages. */
export const licenceRoutes = new Hono<ApiEnvironment>();

licenceRoutes.get('/api/licences/:name/:lang', (c) => {
  const name = names[checkInput(c.req.param('name'), LicenceNameSchema)];
  const language = checkInput(c.req.param('lang'), LanguageSchema);
  return c.text(licenceText(name, language), 200, { 'Content-Language': language });
});
