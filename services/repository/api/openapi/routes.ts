import { Hono } from 'hono';

import type { ApiEnvironment } from '../environment';
import { writeDocument } from './write-document';

/** The description of the API for programs. */
export const openApiRoutes = new Hono<ApiEnvironment>();

/** Written once, by the address of the site. */
const written = new Map<string, string>();

openApiRoutes.get('/api/openapi.json', (c) => {
  c.set('isPublic', true);
  const { origin } = c.get('repository').settings;
  const text = written.get(origin) ?? JSON.stringify(writeDocument(origin));
  written.set(origin, text);
  return c.body(text, 200, { 'Content-Type': 'application/json' });
});
