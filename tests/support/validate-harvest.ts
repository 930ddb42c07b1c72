import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { memoryPages, validateXML } from 'xmllint-wasm';

import { rootFolder } from '../../services/root-folder';

const schemas = path.join(rootFolder, 'tests/fixtures/standards/oai-pmh');
const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');
const datacite = path.join(dataFolder, 'datacite');
/** Without DataCite's schema, its XML cannot be validated. */
export const hasDataciteSchema = existsSync(datacite);

const namespaces = {
  'http://www.openarchives.org/OAI/2.0/': 'OAI-PMH.xsd',
  'http://www.openarchives.org/OAI/2.0/oai_dc/': 'oai_dc.xsd',
  'http://www.openarchives.org/OAI/2.0/oai-identifier': 'oai-identifier.xsd',
  'http://schema.datacite.org/oai/oai-1.1/': 'oai-datacite.xsd',
  ...(hasDataciteSchema ? { 'http://datacite.org/schema/kernel-4': 'metadata.xsd' } : {}),
};

const all = `<schema xmlns="http://www.w3.org/2001/XMLSchema">${Object.entries(namespaces)
  .map(([namespace, location]) => `<import namespace="${namespace}" schemaLocation="${location}"/>`)
  .join('')}</schema>`;

/** What does not match the schemas of OAI-PMH, Dublin Core and DataCite in answers of `/oai` or in their metadata alone. */
export async function harvestErrors(answers: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: answers.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [{ fileName: 'all.xsd', contents: all }],
    preload: [...filesOf(schemas), ...(hasDataciteSchema ? filesOf(datacite) : [])],
    maxMemoryPages: memoryPages.max / 16,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

function filesOf(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.xsd'))
    .map((name) => ({ fileName: name, contents: readFileSync(path.join(folder, name), 'utf8') }));
}
