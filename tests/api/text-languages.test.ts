import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { files, problemComments, sourceTables } from '../../services/repository/store/schema';
import type { Actor } from '../../services/repository/context/context';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { mainOf } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { publishForTest } from '../support/published-data-sets';
import { addUploadAt, ask, type ReadyUpload } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  await publishForTest(api.repository, {
    nr: 1,
    title: 'Handkraft',
    rights: ['SUFL 1.0'],
    metadata: described,
    tables: [
      {
        name: 'kinder',
        select: `select * from (values ('f', 12.5), ('m', 13.0)) as t(sex, handgrip)`,
        columns: [
          { key: 'sex', unit: '', source: 'Geschlecht' },
          { key: 'handgrip', unit: 'kg', source: 'Kraft' },
        ],
      },
    ],
  });
  await publishForTest(api.repository, { nr: 2, title: 'Untold' });
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const { contributor, expert1, expert2 } = actors;

/** Texts of a German study, without its title. */
const described = [
  entry(2.1, ['Grip'], [0]),
  entry(5, ['Kinder eines Landkreises.']),
  entry(5.1, ['de'], [0]),
  entry(6, ['Kraft']),
  entry(7, ['EXAMPLE-FIT']),
  entry(11, ['School', 'Turnhalle']),
  entry(13, ['Niemand ausgeschlossen.']),
  entry(24, ['Namen entfernt.']),
  entry(28, ['nl']),
];
/** Its texts as an English page marks them. */
const marked = {
  title: 'de: Handkraft',
  translated: 'en: Grip',
  texts: [
    'de: Kinder eines Landkreises.',
    'de: Kraft',
    'de: Turnhalle',
    'de: Niemand ausgeschlossen.',
    'de: Namen entfernt.',
  ],
};

/** The main part of a page. */
async function open(actor: Actor | null, path: string, language: 'en' | 'de' = 'en'): Promise<string> {
  const cookie = actor ? await web.signIn(actor, language) : `language=${language.toUpperCase()}-X`;
  const response = await web.ask(path, { cookie });
  expect([path, response.status]).toEqual([path, 200]);
  return mainOf(await response.text());
}
/** Every marked text of a page as 'language: text', in page order. */
function marks(html: string): string[] {
  return [...html.matchAll(/<[a-z0-9]+\b[^>]*?\slang="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, language, text]) => `${language}: ${text}`,
  );
}
/** Words of a page, hidden ones included, without markup. */
const words = (html: string) =>
  html.replace(/<(script|style)[^]*?<\/\1>|<!--[^]*?-->|<[^>]+>/g, '').replace(/\s+/g, ' ');

test.each([
  ['en', 'Grip; Handkraft', ['Select Grip', 'Hide data of Grip', 'Metadata of Grip', 'Data of Grip']],
  [
    'de',
    'Handkraft; Grip',
    ['Handkraft auswählen', 'Daten zu Handkraft ausblenden', 'Metadaten zu Handkraft', 'Daten zu Handkraft'],
  ],
] as const)(
  "the results name a data set by its title in the reader's language: %s",
  async (language, titles, names) => {
    const html = await open(contributor, '/?q=handkraft&open=1', language);
    const [first, second] = language === 'en' ? [marked.translated, marked.title] : [marked.title, marked.translated];
    // Checkbox, link to the metadata, both titles, button, heading of the preview, then the columns of its mapping.
    expect(marks(html)).toEqual([first, first, first, second, first, first, 'nl: Geschlecht', 'nl: Kraft']);
    for (const name of names) expect(words(html)).toContain(name);
    expect(words(html)).toContain(titles);
    expect(/<label class="tick"><input[^>]*\/>(.*?)<\/label>/.exec(html)?.[0]).not.toContain('aria-label');
  },
);

test("a text of unknown language is not marked with the page's language", async () => {
  expect(marks(await open(null, '/?q=untold'))).toEqual([': Untold', ': Untold', ': Untold']);
  expect(marks(await open(null, '/data-set/2'))).toEqual([': Untold', ': Untold', ': Untold']);
});

test('the page of a data set marks title, citation, metadata and columns', async () => {
  const html = await open(null, '/data-set/1');
  const columns = ['nl: Geschlecht', 'nl: Kraft', 'nl: Remarks'];
  const titles = [marked.translated, marked.title, marked.title, marked.title];
  expect(marks(html).toSorted()).toEqual([...titles, ...marked.texts, ...columns].toSorted());
  // The title in the reader's language comes first.
  expect(html).toMatch(/<h1><span lang="en">Grip<\/span><\/h1>/);
  expect(await open(null, '/data-set/1', 'de')).toMatch(/<h1><span lang="de">Handkraft<\/span><\/h1>/);
  expect(words(html)).toContain('Muster, Eva (2024): Handkraft. Motothek. (Dataset).');
});

test('downloads name their data sets in the languages of the titles', async () => {
  const start = await ask(api, contributor, '/api/search/download', { method: 'POST', body: [1] });
  const form = start.headers.get('Location') ?? '';
  expect(marks(await open(contributor, form))).toEqual([marked.title, marked.translated]);
  const body = {
    session: form.split('/').at(-1),
    institution: 'KIT',
    country: 'Germany',
    purpose: 'Teaching',
    accurate: true,
    licence: true,
  };
  await ask(api, contributor, `/api/search/downloads/${body.session}`, { method: 'POST', body });
  expect(marks(await open(contributor, '/my-downloads'))).toEqual([marked.title, marked.translated]);
});

/** A German study with a problem explained in a comment. */
async function addGermanStudy(): Promise<ReadyUpload> {
  const metadata = withEntries(completeMetadata('Handkraft'), ...described);
  const upload = await addUploadAt(api, 'described', { metadata, problems: 1 });
  const { db } = api.repository;
  const [table] = await db
    .select({ id: sourceTables.id })
    .from(sourceTables)
    .innerJoin(files, eq(files.id, sourceTables.file))
    .where(eq(files.upload, upload.number));
  await db
    .insert(problemComments)
    .values({
      table: table?.id ?? 0,
      rule: 'R03',
      column: 0,
      cell: 2,
      value: '90',
      comment: 'zweimal gemessen',
      writtenAt: new Date(0),
    });
  return upload;
}

test('from the form to the decision, every screen marks the German texts', async () => {
  const { id } = await addGermanStudy();
  const asText = [marked.title, marked.translated, ...marked.texts];

  expect(marks(await open(contributor, '/file-upload'))).toEqual([marked.translated, marked.title]);
  expect(marks(await open(contributor, '/file-upload', 'de'))).toEqual([marked.title, marked.translated]);
  const form = await open(contributor, `/file-upload/meta/${id}`);
  const controls = [...form.matchAll(/<(?:input|textarea)[^>]*\sname="(f[^"]+)"[^>]*>/g)]
    .map(([tag, name]) => [name, /\slang="([^"]*)"/.exec(tag)?.[1]])
    .filter(([, language]) => language !== undefined);
  expect(Object.fromEntries(controls)).toEqual({
    'f2-0': 'de',
    'f2_1-0-0': 'en',
    'f5-0': 'de',
    'f6-0': 'de',
    'f11-1': 'de',
    'f13-0': 'de',
    'f15-0': 'de',
    'f17-0': 'de',
    'f22_1-0-0': 'de',
    'f24-0': 'de',
    'f30-0': 'de',
    'f32-0': 'de',
  });

  const other = await addUploadAt(api, 'checked', { kind: 'agg' });
  expect(marks(await open(contributor, `/file-upload/meta/${other.id}`))).toEqual([marked.title]);

  // The language of a comment is unknown.
  const answers = [': zweimal gemessen', ...asText];
  expect(marks(await open(contributor, `/file-upload/submit/${id}`))).toEqual(answers);
  expect((await ask(api, contributor, `/api/submit/${id}`, { method: 'POST' })).status).toBe(200);
  expect(marks(await open(expert1, '/editorial-board'))).toEqual([marked.title, marked.translated]);
  expect(marks(await open(expert1, `/editorial-board/meta/${id}`))).toEqual(asText);

  await castVote(api, expert1, id, { rating: 2, note: 'In Newton?' });
  await castVote(api, expert2, id, { nr: 2, rating: 1, note: 'Prima.' });
  const parties = [
    ': Muster, Eva (Karlsruhe Institute of Technology); Beispiel, Jan (University of Example; Institute of Sport)',
    ': Muster, Eva, eva.muster@example.org',
    ': Clara Contributor, contributor@example.org',
  ];
  const glance = [marked.translated, marked.title, ': zweimal gemessen', ...parties];
  expect(marks(await open(expert1, `/editorial-board/vote/${id}`))).toEqual([...glance, ': Prima.']);
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'In Newton?', version: 1 });
  expect(marks(await open(contributor, `/file-upload/submit/${id}`))).toEqual([
    ': In Newton?',
    ': In Newton?',
    // The letter about the decision, with both notes.
    expect.stringMatching(/^: .*In Newton\?.*In Newton\?$/s),
    ...answers,
  ]);
});

test("lists and purposes of a contributor have both titles, the one in the reader's language first", async () => {
  const { other } = actors;
  const german = 'de: Handkraft, Teil 2';
  const metadata = withEntries(completeMetadata('Handkraft, Teil 2'), ...described);
  const { id } = await addUploadAt(api, 'described', { owner: other, metadata });
  for (const path of ['/file-upload', '/my-data-sets', `/my-data-sets/answers/${id}`]) {
    expect([path, marks(await open(other, path)).slice(0, 2)]).toEqual([path, [marked.translated, german]]);
    expect([path, marks(await open(other, path, 'de')).slice(0, 2)]).toEqual([path, [german, marked.translated]]);
  }
});
