import { Hono } from 'hono';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { licences } from '@domain/licences';

import { licenceText } from '../packaging/texts';
import { checkInput, type ApiEnvironment } from './environment';

/** Licences by their names in addresses: 'sufl' is the Scientific Use File licence. */
const names = { 'cc-by': licences[0], 'cc-by-sa': licences[1], sufl: licences[2] } as const;
const NameSchema = z.enum(['cc-by', 'cc-by-sa', 'sufl']);

/** Texts of the licences, as the packages carry them: anybody may read them. */
export const licenceRoutes = new Hono<ApiEnvironment>();

licenceRoutes.get('/api/licences/:name/:lang', (c) => {
  const name = names[checkInput(c.req.param('name'), NameSchema)];
  const language = checkInput(c.req.param('lang'), LanguageSchema);
  return c.text(licenceText(name, language), 200, { 'Content-Language': language });
});
