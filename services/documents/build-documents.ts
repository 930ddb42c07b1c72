import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { languages } from '@domain/language';

import { makeLicencePdf } from './make-licence-pdf';

/** `npm run build:documents` writes the PDF of the licence in each language to the files for browsers. */
const root = path.resolve(import.meta.dirname, '../..');

for (const language of languages) {
  const text = readFileSync(path.join(root, `services/repository/data/licences/sufl-1.0.${language}.txt`), 'utf8');
  const folder = path.join(root, 'build/client/documents', language);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'sufl-1.0.pdf'), await makeLicencePdf(text, language));
}
