import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the project, from the sources as well as from the built server: the nearest folder above
 * this module that holds `locales`.
 */
export const rootFolder = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'locales'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The folder "locales" is missing next to the server.');
    folder = parent;
  }
  return folder;
})();

/** Version of this product. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8')) as { version: string }).version;
}
