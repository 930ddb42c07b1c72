import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { collectTextUses } from './testing/collect-text-uses';
import { literalMembers } from './testing/evaluate-key';
import { keysOf, missingKeys, unusedKeys, type KeysByFile, type TextUse } from './testing/text-keys';

const root = path.resolve(import.meta.dirname, '../..');

/** Types through which the sources read a locale file as an object. */
const objectTypes = [
  { namespace: 'identity', file: 'services/identity/texts.ts', type: 'Texts' },
  { namespace: 'test-items', file: 'app/routes/info.$page/test-items.tsx', type: 'TestItemTexts' },
  { namespace: 'board-history', file: 'services/repository/editorial/history-file.ts', type: 'HistoryTexts' },
  { namespace: 'board-figures', file: 'services/repository/editorial/figures-csv.ts', type: 'FigureTexts' },
  { namespace: 'home', file: 'services/repository/search/facet-labels.ts', type: 'FacetTexts' },
  { namespace: 'home', file: 'services/repository/usecases/search/feed.ts', type: 'FeedTexts' },
  { namespace: 'letter', file: 'services/repository/editorial/decision-letter.ts', type: 'LetterTexts' },
  { namespace: 'mail-facts', file: 'services/repository/mail/compose-mail.ts', type: 'MailFactTexts' },
  { namespace: 'mail-account', file: 'services/repository/mail/account-mail.ts', type: 'AccountMailTexts' },
  { namespace: 'person-export', file: 'services/repository/persons/export-index.ts', type: 'ExportTexts' },
  { namespace: 'mail-fixity', file: 'services/repository/fixity/tell-operator.ts', type: 'FaultMailTexts' },
  { namespace: 'mail-digest', file: 'services/repository/mail/compose-mail.ts', type: 'MailDigestTexts' },
  { namespace: 'mail-searches', file: 'services/repository/mail/search-mail.ts', type: 'SearchMailTexts' },
  { namespace: 'mail-versions', file: 'services/repository/mail/version-mail.ts', type: 'VersionMailTexts' },
  { namespace: 'link-notice', file: 'services/repository/usecases/life/linked-data-set.ts', type: 'NoticeTexts' },
  { namespace: 'package', file: 'services/repository/packaging/texts.ts', type: 'PackageTexts' },
  { namespace: 'my-class', file: 'services/repository/class-report/class-sheets.ts', type: 'Texts' },
  { namespace: 'norms', file: 'services/repository/norms/word-norms.ts', type: 'SexTexts' },
];

/** Locale files whose keys are the members of a type and are looked up by its values. */
const codeTypes = [
  { namespace: 'errors', file: 'domain/error-codes.ts', type: 'ErrorCode' },
  { namespace: 'metadata-errors', file: 'domain/metadata/errors.ts', type: 'MetadataErrorCode' },
  { namespace: 'submission', file: 'domain/api/submission.ts', type: 'BlockerCode' },
  { namespace: 'ingest', file: 'services/repository/ingest/file-failure.ts', type: 'FailureCode' },
  { namespace: 'published', file: 'domain/api/publication.ts', type: 'WithheldReason' },
  { namespace: 'mail', file: 'services/repository/mail/compose-mail.ts', type: 'MailKind', parts: ['subject', 'text'] },
  { namespace: 'mail-doi', file: 'services/repository/mail/compose-mail.ts', type: 'DoiStatus' },
];

/** Beginnings of keys for codes that have a text of their own in some places. */
const codePrefixes = ['class-', 'corrected-'];

/** Keys by file. locales.test.ts checks that both languages have the same keys. */
function readKeys(): KeysByFile {
  const folder = path.join(root, 'locales/en');
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [path.parse(name).name, keysOf(read(name))]));
}

/** The product as a TypeScript program, without tests. */
function openProduct() {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const files = ['app', 'domain', 'services'].flatMap((folder) =>
    ts.sys.readDirectory(path.join(root, folder), ['.ts', '.tsx'], ['**/*.test.*', '**/testing']),
  );
  const program = ts.createProgram([...files, path.join(root, 'env.d.ts')], { ...options, incremental: false });
  return { program, sources: files.flatMap((file) => program.getSourceFile(file) ?? []) };
}

/** The declared type of a name in a file of the program. */
function typeNamed(program: ts.Program, file: string, name: string): ts.Type {
  const source = program.getSourceFile(path.join(root, file));
  const declaration = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (!declaration) throw new Error(`${file} has no type ${name}.`);
  return program.getTypeChecker().getTypeAtLocation(declaration);
}

async function textUses(keys: KeysByFile): Promise<TextUse[]> {
  const { program, sources } = openProduct();
  const objects = new Map(objectTypes.map(({ namespace, file, type }) => [typeNamed(program, file, type), namespace]));
  const codes = codeTypes.flatMap(({ namespace, file, type, parts = [''] }) =>
    (literalMembers(typeNamed(program, file, type)) ?? []).flatMap((code) =>
      parts.map((part): TextUse => {
        const key = part === '' ? code : `${code}.${part}`;
        return { namespace, key, by: 'message', position: `${file}, ${type}` };
      }),
    ),
  );
  const own = codes
    .filter(({ namespace }) => namespace === 'ingest')
    .flatMap((use) => codePrefixes.map((prefix): TextUse => ({ ...use, key: `${prefix}${use.key}`, by: 'member' })));
  return [...codes, ...own, ...(await collectTextUses(program, { keys, sources, objects }, root))];
}

test('every text is used, and every used text exists', async () => {
  const keys = readKeys();
  const uses = await textUses(keys);
  expect(uses.length).toBeGreaterThan(500);
  expect({ unused: unusedKeys(keys, uses), missing: missingKeys(keys, uses) }).toEqual({ unused: [], missing: [] });
});

/** Unused and missing keys of a small source with two small locale files. */
async function judge(lines: string[], more: Record<string, unknown> = {}) {
  const name = path.join(root, 'app/sample.ts');
  const frame = `
    type Translate = (key: string, values?: object) => string;
    declare function useTranslation(namespace?: string): { t: Translate };
    declare function translate(language: string): Translate;
    const { t } = useTranslation('shop');
  `;
  const source = ts.createSourceFile(name, [frame, ...lines].join('\n'), ts.ScriptTarget.ES2023, true);
  const host = ts.createCompilerHost({});
  const readOther = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target) => (file === name ? source : readOther(file, target));
  const program = ts.createProgram([name], { noLib: true, strict: true, types: [] }, host);
  const keys: KeysByFile = new Map([
    ['shop', keysOf({ open: 'Open', day: { mon: 'Monday', tue: 'Tuesday' }, item_one: '1', item_other: '2' })],
    ['common', keysOf({ name: 'Shop', ...more })],
  ]);
  const uses = await collectTextUses(program, { keys, sources: [source], objects: new Map() }, root);
  return { unused: unusedKeys(keys, uses), missing: missingKeys(keys, uses) };
}

const allUsed = [
  `t('open'); t('item', { count: 2 }); translate('en')('name');`,
  `declare const day: 'mon' | 'tue'; t(\`day.\${day}\`);`,
];

test('a source that uses exactly the existing texts has no findings', async () => {
  expect(await judge(allUsed)).toEqual({ unused: [], missing: [] });
});

test('an unused text is found, even beside others whose keys are composed', async () => {
  expect((await judge(allUsed, { closed: 'Closed' })).unused).toEqual(['common:closed']);
  expect((await judge([allUsed[0]!, `declare const day: 'mon'; t(\`day.\${day}\`);`])).unused).toEqual([
    'shop:day.tue',
  ]);
  expect((await judge(allUsed.slice(1))).unused).toEqual(['shop:open', 'shop:item', 'common:name']);
});

test('a used but missing text is found, with its position', async () => {
  expect((await judge([...allUsed, `t('close');`])).missing).toEqual(['shop:close at app/sample.ts:9']);
  expect((await judge([...allUsed, `const key = 'shop:day.wed';`])).missing).toEqual([
    'shop:day.wed at app/sample.ts:9',
  ]);
  expect((await judge([allUsed[0]!, `declare const day: 'mon' | 'sun'; t(\`day.\${day}\`);`])).missing).toEqual([
    'shop:day.sun at app/sample.ts:8',
  ]);
});

test('unknown parts of a key match one word, and a completely unknown key matches nothing', async () => {
  const open = [allUsed[0]!, 'declare const day: string;'];
  expect((await judge([...open, 't(`day.${day}`);'])).unused).toEqual([]);
  expect((await judge([...open, 't(day);'])).unused).toEqual(['shop:day.mon', 'shop:day.tue']);
  expect((await judge([...open, `t(day); export const messages = ['day.mon'];`])).unused).toEqual(['shop:day.tue']);
  expect((await judge([...open, 'function key() { return `day.${day}`; }', 't(key());'])).unused).toEqual([]);
});
