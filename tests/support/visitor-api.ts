import { Hono } from 'hono';

import type { ApiEnvironment } from '../../services/repository/api/environment';
import { publicAnswers } from '../../services/repository/api/public-answers';

/** An API without routes that takes everybody for a visitor who asks for public answers in English. */
export function visitorApi(): Hono<ApiEnvironment> {
  const api = new Hono<ApiEnvironment>();
  api.use(async (c, next) => {
    c.set('isPublic', true);
    c.set('language', 'en');
    c.set('actor', null);
    await next();
  });
  return api.use(publicAnswers);
}
