import { expect, test } from 'vitest';

import { metricRoutes } from './metrics';

const secret = 'a secret of the tests';
const figures = [{ name: 'motothek_objects', help: 'Stored objects.', value: 12 }];
const read = () => Promise.resolve(figures);
const ask = (routes: ReturnType<typeof metricRoutes>, token?: string) =>
  routes.request('/metrics', { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

test('figures are for those who know the secret', async () => {
  const routes = metricRoutes(secret, read);
  const response = await ask(routes, secret);
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  expect(await response.text()).toBe(
    '# HELP motothek_objects Stored objects.\n# TYPE motothek_objects gauge\nmotothek_objects 12\n',
  );
  expect((await ask(routes)).status).toBe(401);
  expect((await ask(routes, `${secret}x`)).status).toBe(401);
});

test('without a secret there is no such page, and without a database no figures', async () => {
  expect((await ask(metricRoutes(undefined, read), '')).status).toBe(404);
  expect(
    (
      await ask(
        metricRoutes(secret, () => Promise.reject(new Error('away'))),
        secret,
      )
    ).status,
  ).toBe(503);
});
