import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';

import { serveBaseline } from '../serve-baseline';
import { buildFolder } from './build-folder';

/** Baseline 'bare page': one heading, served with the same Remix, React and Hono as the product. */
const build = (await import(pathToFileURL(path.join(buildFolder, 'server/index.js')).href)) as unknown as ServerBuild;
const handle = createRequestHandler(build, 'production');
const app = new Hono();
app.all('*', (c) => handle(c.req.raw));
serveBaseline(getRequestListener(app.fetch));
