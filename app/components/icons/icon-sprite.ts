import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

/** Folders of pictures, relative to the project. The names of files are the ids in the sprite. */
const pictureFolders = ['public/icons', 'public/licences'];

/** All pictures as symbols of one SVG. Unlike `<img>`, `<use href="…#slj">` draws them in the current text colour. */
export function buildSprite(root: string): string {
  const symbols = pictureFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .sort()
      .map((file) => toSymbol(path.basename(file, '.svg'), readFileSync(path.join(root, folder, file), 'utf8'))),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

function toSymbol(id: string, picture: string): string {
  const [, content] = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" (.+)<\/svg>\s*$/s.exec(picture) ?? [];
  if (!content) throw new Error(`${id}.svg cannot be part of the sprite.`);
  return `<symbol id="${id}" ${content}</symbol>`;
}

const moduleName = 'virtual:icon-sprite';
/** Address in development. */
const servedSprite = '/icon-sprite.svg';

/**
 * Module whose default export is the sprite's address. It contains a hash of the content, so browsers may cache it
 * permanently. In development, the sprite is built on every request, and open pages reload after a change.
 */
export function iconSprite(): Plugin {
  let root = '';
  let isBuild = false;
  let reference = '';
  return {
    name: 'icon-sprite',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    load(id) {
      if (id !== `\0${moduleName}`) return null;
      if (!isBuild) return `export default '${servedSprite}'`;
      reference = this.emitFile({ type: 'asset', name: 'icon-sprite.svg', source: buildSprite(root) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    configureServer({ middlewares, watcher, ws }) {
      const isPicture = (file: string) => pictureFolders.some((folder) => file.startsWith(path.join(root, folder)));
      watcher.on('all', (_, file) => isPicture(file) && ws.send({ type: 'full-reload' }));
      middlewares.use(servedSprite, (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').setHeader('Cache-Control', 'no-store');
        response.end(buildSprite(root));
      });
    },
    // The same address in the server's and the browser's build, because pages use it before any script runs.
    resolveFileUrl: ({ referenceId, fileName }) => (referenceId === reference ? JSON.stringify(`/${fileName}`) : null),
  };
}
