import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import jsonld from 'jsonld';

import { rootFolder } from '../../services/root-folder';

/** Files of a zip by path. */
type Files = ReadonlyMap<string, Buffer>;
type Json = Record<string, unknown>;

const readFixture = (name: string): Json => {
  const file = path.join(rootFolder, 'tests/fixtures/standards/packages', name);
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
};
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** What is wrong with a bag by RFC 8493. The files must be in one folder, which is the bag. */
export function bagErrors(zip: Files): string[] {
  const errors: string[] = [];
  const check = (isRight: boolean, error: string) => void (isRight || errors.push(error));
  const folders = new Set([...zip.keys()].map((name) => name.split('/')[0]));
  check(folders.size === 1, `It has several folders: ${[...folders].join(', ')}`);
  const bag = new Map([...zip].map(([name, content]) => [name.slice(name.indexOf('/') + 1), content]));
  const text = (name: string) => bag.get(name)?.toString('utf8') ?? '';
  // Section 2.1.1.
  check(
    /^BagIt-Version: 1\.0\nTag-File-Character-Encoding: UTF-8\n?$/.test(text('bagit.txt')),
    'bagit.txt is not the declaration',
  );
  const payload = [...bag.keys()].filter((name) => name.startsWith('data/'));
  check(payload.length > 0, 'It has no payload');
  // Sections 2.1.3 and 2.2.1.
  const listed = (name: string) =>
    text(name)
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map((line) => /^([0-9a-f]{64})\s+\*?(.+)$/i.exec(line) ?? [line, '', ''])
      .map(([, sum = '', file = '']): [string, string] => [decodePath(file), sum.toLowerCase()]);
  const manifest = new Map(listed('manifest-sha256.txt'));
  check(
    payload.every((name) => manifest.has(name)),
    'A file of the payload is not in the manifest',
  );
  check(
    [...manifest.keys()].every((name) => name.startsWith('data/')),
    'The manifest lists a tag file',
  );
  const tags = new Map(listed('tagmanifest-sha256.txt'));
  const tagFiles = [...bag.keys()].filter((name) => !name.startsWith('data/') && !name.startsWith('tagmanifest-'));
  check(
    tagFiles.every((name) => tags.has(name)),
    'A tag file is not in its manifest',
  );
  for (const [name, sum] of [...manifest, ...tags]) {
    const content = bag.get(name);
    check(content !== undefined && sha256(content) === sum, `${name} is missing or has another sum`);
  }
  // Section 2.2.2: each line is a label and a value; Payload-Oxum is 'octets.files'.
  const info = text('bag-info.txt').split('\n').slice(0, -1);
  check(
    info.every((line) => /^[^:\s][^:]*: .+|^\s+\S/.test(line)),
    'bag-info.txt has a line that is no entry',
  );
  const octets = payload.reduce((sum, name) => sum + bag.get(name)!.length, 0);
  check(info.includes(`Payload-Oxum: ${octets}.${payload.length}`), 'Payload-Oxum is wrong');
  return errors;
}

/** Line breaks and percent signs of paths are encoded. */
const decodePath = (file: string) =>
  file.replace(/%(0A|0D|25)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const contexts = new Map([['https://w3id.org/ro/crate/1.2/context', readFixture('ro-crate-1.2-context.json')]]);

/** The statements of a JSON-LD document. Throws if its context is unknown or a term is not defined by it. */
export async function statementsOf(document: object): Promise<Json[]> {
  const documentLoader = async (url: string) => {
    const context = contexts.get(url);
    if (!context) throw new Error(`Not a known context: ${url}`);
    return { document: context, documentUrl: url, contextUrl: undefined };
  };
  const options = { documentLoader, base: 'https://crate.example/', safe: true };
  const expanded: unknown = await jsonld.expand(document as jsonld.JsonLdDocument, options as jsonld.Options.Expand);
  return expanded as Json[];
}

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, formats: { textarea: true } }));
const dataPackage2 = ajv.compile(readFixture('data-package-2.0.json'));
const tabularDataPackage1 = ajv.compile(readFixture('tabular-data-package-1.0.json'));

/** What is wrong with `datapackage.json`, by the rules of 2.0 and by the profile of 1.0, in which 2.0 changed names. */
export function dataPackageErrors(descriptor: { resources: Json[] }): string[] {
  const tables = descriptor.resources.filter(({ type }) => type === 'table');
  const asVersion1 = {
    ...descriptor,
    profile: 'tabular-data-package',
    resources: tables.map((resource) => ({ ...resource, profile: 'tabular-data-resource' })),
  };
  return [dataPackage2, tabularDataPackage1].flatMap((validate, at) => {
    validate(at === 0 ? descriptor : asVersion1);
    return (validate.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`);
  });
}

interface CroissantNode extends Json {
  '@id': string;
  '@type': string;
}
interface CroissantFile extends Json {
  distribution: CroissantNode[];
  recordSet: (CroissantNode & {
    field: (CroissantNode & { source?: Json; references?: { field: { '@id': string } } })[];
  })[];
}

/** Properties that Croissant 1.0 calls required, by class (its specification, sections 'Dataset-level' to 'RecordSet'). */
const required = {
  dataset: ['@context', '@type', 'conformsTo', 'description', 'license', 'name', 'url', 'creator', 'datePublished'],
  fileObject: ['@id', '@type', 'name', 'contentUrl', 'encodingFormat', 'sha256'],
  recordSet: ['@id', '@type', 'field'],
  field: ['@id', '@type', 'dataType'],
};

/** What is wrong with `croissant.json`. `files` are those beside it. */
export function croissantErrors(document: CroissantFile, files: Files): string[] {
  const lacks = (node: Json, what: keyof typeof required) =>
    required[what]
      .filter((name) => node[name] === undefined)
      .map((name) => `${what} ${String(node['@id'])} lacks ${name}`);
  const fields = document.recordSet.flatMap(({ field }) => field);
  const ids = [document.distribution, document.recordSet, fields].flat().map((node) => node['@id']);
  const known = new Set(ids);
  const referred = fields.flatMap(({ source, references }) => [
    ...(source ? [(source.fileObject as { '@id': string })['@id']] : []),
    ...(references ? [references.field['@id']] : []),
  ]);
  return [
    ...lacks(document, 'dataset'),
    ...(document.conformsTo === 'http://mlcommons.org/croissant/1.0' ? [] : ['It conforms to another version']),
    ...document.distribution.flatMap((node) => lacks(node, 'fileObject')),
    ...document.recordSet.flatMap((node) => lacks(node, 'recordSet')),
    ...fields.flatMap((node) => lacks(node, 'field')),
    ...(known.size === ids.length ? [] : ['An id is used twice']),
    ...referred.filter((id) => !known.has(id)).map((id) => `${id} does not exist`),
    ...document.distribution
      .filter(({ contentUrl, sha256: sum }) => sum !== sha256(files.get(String(contentUrl)) ?? Buffer.alloc(0)))
      .map(({ contentUrl }) => `${String(contentUrl)} has another sum`),
  ];
}

interface CrateEntity extends Json {
  '@id': string;
  '@type': string | string[];
}

/** What is wrong with `ro-crate-metadata.json`, besides its terms. `files` are those of the crate. */
export function crateErrors({ '@graph': graph }: { '@graph': CrateEntity[] }, files: Files): string[] {
  const errors: string[] = [];
  const check = (isRight: boolean, error: string) => void (isRight || errors.push(error));
  const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
  check(byId.size === graph.length, 'An entity has several entries');
  const descriptor = byId.get('ro-crate-metadata.json');
  check((descriptor?.about as CrateEntity)?.['@id'] === './', 'The descriptor is not about the root');
  const conforms = (descriptor?.conformsTo as CrateEntity)?.['@id'];
  check(conforms === 'https://w3id.org/ro/crate/1.2', 'The descriptor conforms to another version');
  const root = byId.get('./');
  for (const name of ['name', 'description', 'datePublished', 'license']) {
    check(root?.[name] !== undefined && root[name] !== '', `The root lacks ${name}`);
  }
  check(
    graph.every((entity) => entity['@type'] !== undefined),
    'An entity has no type',
  );
  const references = graph.flatMap((entity) => Object.values(entity).flat()).flatMap(referenceOf);
  const local = references.filter((id) => !/^https?:/.test(id) && id !== 'https://w3id.org/ro/crate/1.2');
  for (const id of local) check(byId.has(id), `${id} is not described`);
  const parts = partsOf(byId, './');
  for (const [name, content] of files) {
    if (name === 'ro-crate-metadata.json' || name === 'ro-crate-preview.html') continue;
    const entity = byId.get(name);
    check(parts.has(name), `${name} is not part of the root`);
    check(entity?.contentSize === String(content.length), `${name} has another size`);
    check(entity?.sha256 === sha256(content), `${name} has another sum`);
  }
  return errors;
}

function partsOf(byId: ReadonlyMap<string, CrateEntity>, id: string): Set<string> {
  const direct = [byId.get(id)?.hasPart ?? []].flat().flatMap(referenceOf);
  return new Set([...direct, ...direct.flatMap((part) => [...partsOf(byId, part)])]);
}

function referenceOf(value: unknown): string[] {
  const isReference = typeof value === 'object' && value !== null && '@id' in value;
  return isReference ? [String((value as { '@id': unknown })['@id'])] : [];
}
