import { afterAll, beforeAll, expect, test } from 'vitest';

import { hashOf } from '@domain/secrets';
import { addMonths } from '@domain/local-time';
import { UploadStateSchema } from '@domain/api/uploads';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { createAccountAdministration } from '../../services/identity/accounts/administration';
import { openIdentityStore } from '../../services/identity/store/database';
import { personMergingOf } from '../../services/launcher/person-merging';
import { ingestFile } from '../../services/repository/jobs/handlers/ingest-file';
import { createResumableUpload } from '../../services/repository/usecases/uploads/resumable-upload';
import { checkTable } from '../../services/repository/jobs/handlers/check-table';
import type { Actor } from '../../services/repository/context/context';
import { saveSearch } from '../../services/repository/usecases/search/saved-searches';
import { startDownload } from '../../services/repository/usecases/downloads/download-session';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { publishForTest } from '../support/published-data-sets';
import { addUploadAt, ask, storedUpload } from '../support/ready-uploads';
import { mappingOf } from '../support/source-uploads';
import { actors, administrator, bearer, chair, createTestApi, type TestApi } from '../support/test-api';
import { maxWaitMs } from '../support/test-repository';
import { testBrowser } from '../support/test-browser';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { addDocument, uploadForm } from '../support/upload-calls';

const { contributor, other, expert1, expert2 } = actors;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  const { jobs, settings } = api.repository;
  Object.assign(settings, { minFileBytes: 10, jobWaitMs: maxWaitMs });
  jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(api.repository, data, signal, isFinal));
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(api.repository, data, signal, isFinal));
  await jobs.start();
  api.repository.accounts = createAccountAdministration({
    ...{ db: openIdentityStore(api.pool), now: api.repository.now },
    merging: personMergingOf(() => api.repository),
  });
  web = await createTestWeb(api);
  for (const [nr, rights] of [
    [1, 'CC-BY 4.0'],
    [2, 'SUFL 1.0'],
  ] as const)
    await publishForTest(api.repository, { nr, title: `Published ${nr}`, rights: [rights] });
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

/** A request sent after the session has ended, and the expected page after signing in again. */
interface Sent {
  address: string;
  body: BodyInit;
  /** Texts that another user must not see. */
  typed: string[];
  /** Checks the page after signing in again. */
  again(page: string): void;
  /** Checks that the request has had no effect. */
  untouched?(): Promise<void>;
}

/** One request to an action, sent by the contributor unless `by` names another user. */
interface Line {
  what: string;
  by?: Actor;
  prepare(): Promise<Sent>;
}

/** 30 of the jumps are unusual and can be explained in comments. */
const csv = [
  'id,sex,age,jump',
  ...Array.from({ length: 60 }, (_, i) => `p${i},${i % 2 ? 'm' : 'w'},8,${i < 30 ? 20 : 121}`),
].join('\n');
let taken = 0;
/** A file that was uploaded and read, with the name of its table. */
async function take(content = csv): Promise<{ id: string; table: string }> {
  taken += 1;
  const body = uploadForm([{ name: `jumps-${taken}.csv`, content: `${content}\nq${taken},m,9,121` }]);
  const headers = await bearer(contributor);
  const response = await api.api.request('/api/fileupload/raw', { method: 'POST', headers, body });
  const [{ id }] = (await response.json()) as [{ id: string }];
  const state = UploadStateSchema.parse(await (await ask(api, contributor, `/api/fileupload/${id}/state`)).json());
  return { id, table: state.tables[0]?.name ?? `jumps-${taken}` };
}
/** An accepted upload, whose data is not published. */
async function accepted() {
  const upload = await addUploadAt(api, 'submitted');
  for (const [index, expert] of [expert1, expert2].entries()) {
    expect((await castVote(api, expert, upload.id, { nr: index === 0 ? 1 : 2 })).status).toBe(200);
  }
  return upload;
}
/** One whose correction waits for consent. */
async function proposed() {
  const upload = await accepted();
  const body = { metadata: completeMetadata(`Corrected ${upload.id}`), note: 'A slip' };
  const address = `/api/fileupload/${upload.id}/metadata-corrections`;
  expect((await ask(api, contributor, address, { method: 'POST', body })).status).toBe(200);
  return upload;
}
const statusOf = async (id: string) => (await storedUpload(api, Number.parseInt(id, 10))).upload.status;
const form = (...fields: [string, string][]) => new URLSearchParams(fields);
/** An accepted upload. */
async function addAccepted() {
  const upload = await addUploadAt(api, 'described');
  const accept = `update repository.uploads set status = 'Accepted', nr = 9000 + number where number = $1`;
  await api.pool.query(accept, [upload.number]);
  return upload;
}
/** One whose data is under an embargo that its contributor may shorten and the chair lengthen. */
async function addEmbargoed() {
  const [year, month, day] = addMonths(new Date().toISOString().slice(0, 10), 12).split('-').map(Number);
  const end = entry(29, [`---${year}-${month}-${day}`]);
  const metadata = withEntries(completeMetadata(`Under embargo ${crypto.randomUUID()}`), end);
  const upload = await addUploadAt(api, 'described');
  const [{ study = 0 } = {}] = (
    await api.pool.query('select study from repository.uploads where number = $1', [upload.number])
  ).rows as { study: number }[];
  await api.pool.query('update repository.studies set metadata = $1 where id = $2', [JSON.stringify(metadata), study]);
  const accept = `update repository.uploads set status = 'Accepted', nr = 9000 + number, decided_at = now()
    where number = $1`;
  await api.pool.query(accept, [upload.number]);
  return upload;
}
/** The button that revokes a private link. */
const revokesLink = {
  what: 'the revocation of a private link',
  by: contributor,
  prepare: async () => {
    const { id } = await addEmbargoed();
    const body = { label: 'Reviewer 2', until: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) };
    const made = await ask(api, contributor, `/api/fileupload/${id}/private-links`, { method: 'POST', body });
    const { link } = (await made.json()) as { link: { number: number } };
    return {
      address: `/file-upload/private-links/${id}?revoke=${link.number}`,
      body: form(),
      typed: [],
      again: holds(orderAgain, 'Reviewer 2'),
      untouched: async () => expect(await historyOf(id)).not.toContain('revoked-link'),
    };
  },
};
/** A checked new version of one. */
async function addVersion(): Promise<string> {
  const { id: former } = await addAccepted();
  const begun = await ask(api, contributor, `/api/fileupload/${former}/versions`, { method: 'POST' });
  const { id } = (await begun.json()) as { id: string };
  const check = `update repository.source_tables set check_state = 'ready', n = 300
    where file in (select id from repository.files where upload = $1)`;
  await api.pool.query(check, [Number.parseInt(id, 10)]);
  return id;
}
const sessionEnded = 'You had been logged out when you sent this form.';
const orderAgain = 'You had been logged out, so nothing has been done yet.';
const filesAgain = 'You had been logged out, so no file was uploaded.';
const holds =
  (...texts: (string | RegExp)[]) =>
  (page: string) => {
    for (const text of texts) {
      if (typeof text === 'string') expect(page).toContain(text);
      else expect(page).toMatch(text);
    }
  };
const chosen = (value: string) => new RegExp(`<option[^>]*value="${value.replace('|', '\\|')}"[^>]*selected=""`);
const ticked = (name: string, value: string) =>
  new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*value="${value}")[^>]*checked`);

/** Requests to every action whose response is a page. After sign-in the entries are shown again or asked for again. */
const pages: Record<string, Line[]> = {
  '/language': [
    {
      what: 'a form that is sent along when the language is changed',
      prepare: async () => {
        const { id } = await addUploadAt(api, 'checked');
        const page = `/file-upload/meta/${id}`;
        return {
          address: `/language?${form(['form', 'metadata'], ['object', id], ['returnTo', page])}`,
          body: form(['f2-0', 'Typed title'], ['language', 'de']),
          typed: ['Typed title'],
          again: holds('<html lang="de"', 'Sie waren nicht mehr angemeldet, als', 'value="Typed title"'),
        };
      },
    },
  ],
  '/search/download': [
    {
      what: 'ticked results',
      prepare: async () => ({
        address: '/search/download',
        body: form(['q', ''], ['nr', '1'], ['at', '1']),
        typed: [],
        again: holds(orderAgain, ticked('nr', '1')),
        untouched: async () => expect(await countOf('repository.download_sessions')).toBe(0),
      }),
    },
  ],
  '/saved-searches': [
    {
      what: 'a search to be saved, with ticked results',
      prepare: async () => {
        const before = await countOf('repository.saved_searches');
        return {
          address: '/saved-searches',
          body: form(['save', 'q='], ['q', ''], ['nr', '1'], ['at', '1']),
          typed: [],
          again: holds(orderAgain, 'Save this search', ticked('nr', '1')),
          untouched: async () => expect(await countOf('repository.saved_searches')).toBe(before),
        };
      },
    },
    {
      what: 'the request to delete a saved search',
      prepare: async () => {
        const given = { query: 'q=kept', language: 'en' } as const;
        const { search } = await saveSearch(contributor, api.repository, given);
        const before = await countOf('repository.saved_searches');
        return {
          address: '/saved-searches',
          body: form(['delete', search.id]),
          typed: [],
          again: holds(orderAgain, `value="${search.id}"`),
          untouched: async () => expect(await countOf('repository.saved_searches')).toBe(before),
        };
      },
    },
  ],
  '/my-downloads': [
    {
      what: 'the request to be told of new versions',
      prepare: async () => {
        await startDownload(contributor, api.repository, [1]);
        const before = await countOf('repository.version_followers');
        return {
          address: '/my-downloads',
          body: form(['ask', '1']),
          typed: [],
          again: holds(orderAgain, 'name="ask" value="1"'),
          untouched: async () => expect(await countOf('repository.version_followers')).toBe(before),
        };
      },
    },
  ],
  '/file-download/:id': [
    {
      what: 'the download form',
      prepare: async () => {
        const { session } = await startDownload(contributor, api.repository, [2]);
        return {
          address: `/file-download/${session}`,
          body: form(
            ['institution', 'Typed Institute'],
            ['country', 'Germany'],
            ['purpose', 'Typed purpose'],
            ['accurate', 'on'],
            ['licence', 'on'],
          ),
          typed: ['Typed Institute', 'Typed purpose'],
          again: holds(
            'value="Typed Institute"',
            chosen('Germany'),
            '>Typed purpose<',
            /name="accurate"[^>]*checked/,
            /name="licence"[^>]*checked/,
          ),
          untouched: async () => {
            const { rows } = await api.pool.query('select opened_at from repository.download_sessions where id = $1', [
              session,
            ]);
            expect(rows).toEqual([{ opened_at: null }]);
          },
        };
      },
    },
  ],
  '/file-upload/receive/:kind': [
    {
      what: 'a file',
      prepare: async () => {
        const before = await countOf('repository.uploads');
        return {
          address: '/file-upload/receive/raw',
          body: uploadForm([{ name: 'sent.csv', content: csv }]),
          typed: ['sent.csv'],
          again: holds(filesAgain, 'Upload RAW File'),
          untouched: async () => expect(await countOf('repository.uploads')).toBe(before),
        };
      },
    },
  ],
  '/file-upload/data/:id': [
    ...['save', 'apply-template', 'read-again'].map((intent) => ({
      what: `targets, codes, reading and template by '${intent}'`,
      prepare: async () => {
        const { id, table } = await take();
        await putTemplates('/api/mapping/templates', [
          { name: 'Chosen', entries: [{ source: 'jump', target: { key: 'slj', unit: 'cm' } }] },
        ]);
        return {
          address: `/file-upload/data/${id}?${form(['table', table])}`,
          body: form(
            ['source', 'jump'],
            ['target', 'slj|cm'],
            ['missingCodes', '-77'],
            ['encoding', 'windows-1252'],
            ['separator', ';'],
            ['decimal', ','],
            ['headerRow', '2'],
            ['template', 'Chosen'],
            ['templateName', 'Typed name'],
            ['intent', intent],
          ),
          typed: ['-77', 'Typed name'],
          again: holds(
            sessionEnded,
            chosen('slj|cm'),
            'value="-77"',
            chosen('windows-1252'),
            chosen(';'),
            chosen(','),
            chosen('2'),
            chosen('Chosen'),
            'value="Typed name"',
          ),
          untouched: async () => {
            const saved = await ask(api, contributor, `/api/mapping/raw/${id}/${table}`);
            expect(await saved.json()).toEqual([]);
            const { rows } = await api.pool.query(`select count(*)::int as n from repository.files where upload = $1`, [
              Number.parseInt(id, 10),
            ]);
            expect(rows).toEqual([{ n: 1 }]);
          },
        };
      },
    })),
    {
      what: 'choices for a file that could not be read',
      prepare: async () => {
        const unreadable = Array.from({ length: 12 }, (_, i) => `Ada ${i},a,b,c;3${i}`).join('\n');
        const { id, table } = await take(`name,note;grip\n${unreadable}\n"open`);
        return {
          address: `/file-upload/data/${id}?${form(['table', table])}`,
          body: form(
            ['encoding', 'windows-1252'],
            ['separator', '|'],
            ['decimal', ','],
            ['headerRow', '2'],
            ['intent', 'read-again'],
          ),
          typed: [],
          again: holds('Ada 0', chosen('windows-1252'), chosen('|'), chosen(','), chosen('2')),
        };
      },
    },
  ],
  '/file-upload/check/:id': [
    ...['save', 'filter'].map((intent) => ({
      what: `comments by '${intent}'`,
      prepare: async () => {
        const { id, table } = await check();
        const address = `/file-upload/check/${id}?${form(['table', table])}`;
        return {
          address,
          body: form(
            ['comment:D/2', 'Typed comment'],
            ['column', 'D'],
            ['severity', 'open'],
            ['list', 'tall'],
            ['intent', intent],
          ),
          typed: ['Typed comment'],
          again: holds(sessionEnded, 'Typed comment', chosen('D'), chosen('open'), ticked('list', 'tall')),
          untouched: async () => expect(await countOf('repository.problem_comments')).toBe(0),
        };
      },
    })),
    {
      what: 'the request to check',
      prepare: async () => {
        const { id, table } = await take();
        return {
          address: `/file-upload/check/${id}?${form(['table', table])}`,
          body: form(['intent', 'start']),
          typed: [],
          again: (page) => {
            expect(page).toContain(orderAgain);
            expect(page).not.toContain(sessionEnded);
          },
        };
      },
    },
  ],
  '/file-upload/correct/:id': [
    {
      what: 'a corrected file',
      prepare: async () => {
        const { id } = await take();
        return {
          address: `/file-upload/correct/${id}`,
          body: uploadForm([{ name: 'corrected.csv', content: csv }]),
          typed: ['corrected.csv'],
          again: holds(filesAgain, 'id="corrected-file"'),
          untouched: async () => {
            const { rows } = await api.pool.query('select count(*)::int as n from repository.files where upload = $1', [
              Number.parseInt(id, 10),
            ]);
            expect(rows).toEqual([{ n: 1 }]);
          },
        };
      },
    },
    {
      what: 'the request to discard comments',
      prepare: async () => {
        const { id } = await take();
        const entries = JSON.stringify([['comment:D/2', 'Set aside comment']]);
        await api.pool.query(
          `insert into web.drafts (subject, form, object, version, entries, saved_after_session_end, saved_at) values ($1, 'comments', $2, 1, $3, false, now())`,
          [contributor.subject, id, entries],
        );
        return {
          address: `/file-upload/correct/${id}`,
          body: form(['intent', 'discard']),
          typed: ['Set aside comment'],
          again: holds(orderAgain, 'Set aside comment'),
        };
      },
    },
  ],
  '/file-upload/documents/:id': [
    {
      what: 'documents',
      prepare: async () => {
        const { id } = await take();
        return {
          address: `/file-upload/documents/${id}`,
          body: uploadForm([{ name: 'README.md', content: 'Grip strength' }]),
          typed: ['README.md'],
          again: holds(filesAgain, 'id="document-files"'),
          untouched: async () => {
            const { rows } = await api.pool.query('select from repository.documents where upload = $1', [
              Number.parseInt(id, 10),
            ]);
            expect(rows).toEqual([]);
          },
        };
      },
    },
    ...['save', 'ask-remove'].map((verb) => ({
      what: `comments on documents by '${verb}'`,
      prepare: async () => {
        const { id } = await take();
        const posted = { name: 'README.md', content: 'Questions: sport@example.org' };
        const document = await addDocument(api, id, posted);
        const field = `comment-${hashOf('readme.md').slice(0, 16)}-contact`;
        return {
          address: `/file-upload/documents/${id}`,
          body: form([field, 'Typed comment'], ['intent', verb === 'save' ? 'save' : `ask-remove:${document}`]),
          typed: ['Typed comment'],
          again: holds('Typed comment', 'README.md'),
          untouched: async () => {
            const { rows } = await api.pool.query<{ findings: object[] }>(
              'select findings from repository.documents where upload = $1',
              [Number.parseInt(id, 10)],
            );
            expect(rows[0]?.findings).toMatchObject([{ comment: null }]);
          },
        };
      },
    })),
  ],
  '/file-upload/meta/:id': ['save', 'add:1-', 'save-template'].map((intent) => ({
    what: `metadata, 'Also for' and template by '${intent}'`,
    prepare: async () => {
      const { id } = await addUploadAt(api, 'checked');
      const sibling = await addUploadAt(api, 'checked', { kind: 'agg' });
      await putTemplates('/api/metadata/templates', [{ name: 'Chosen', entries: completeMetadata('').slice(0, 1) }]);
      return {
        address: `/file-upload/meta/${id}`,
        body: form(
          ['f2-0', 'Typed title'],
          ['f5-0', 'Typed words'],
          ['also-shown', 'yes'],
          ['also', sibling.id],
          ['template', 'Chosen'],
          ['templateName', 'Typed name'],
          ['intent', intent],
        ),
        typed: ['Typed title', 'Typed words', 'Typed name'],
        again: holds(
          sessionEnded,
          'value="Typed title"',
          'Typed words',
          ticked('also', sibling.id),
          chosen('Chosen'),
          'value="Typed name"',
        ),
        untouched: async () => {
          const saved = await (await ask(api, contributor, `/api/metadata/${id}`)).text();
          expect(saved).not.toContain('Typed');
          const templates = await (await ask(api, contributor, '/api/metadata/templates')).text();
          expect(templates).not.toContain('Typed');
        },
      };
    },
  })),
  '/file-upload/correct-metadata/:id': [
    ...['save', 'draft', 'add:1-'].map((intent) => ({
      what: `a correction of metadata by '${intent}'`,
      prepare: async () => {
        const { id } = await accepted();
        return {
          address: `/file-upload/correct-metadata/${id}`,
          body: form(['f5-0', 'Typed words'], ['correctionNote', 'Typed note'], ['intent', intent]),
          typed: ['Typed words', 'Typed note'],
          again: holds(sessionEnded, 'Typed words', 'Typed note'),
          untouched: async () => expect(await historyOf(id)).not.toContain('corrected'),
        };
      },
    })),
    {
      what: 'a correction that is withdrawn',
      prepare: async () => {
        const { id } = await proposed();
        return {
          address: `/file-upload/correct-metadata/${id}`,
          body: form(['intent', 'withdraw']),
          typed: [],
          again: holds(orderAgain, 'Waiting for approval'),
          untouched: async () => expect(await historyOf(id)).not.toContain('withdrew'),
        };
      },
    },
  ],
  '/editorial-board/correction/:id': [
    {
      what: 'a correction that is declined',
      by: expert1,
      prepare: async () => {
        const { id } = await proposed();
        return {
          address: `/editorial-board/correction/${id}`,
          body: form(['version', '1'], ['decision', 'decline'], ['reason', 'Typed reason']),
          typed: ['Typed reason'],
          again: holds(sessionEnded, 'Typed reason'),
          untouched: async () => expect(await historyOf(id)).not.toContain('declined'),
        };
      },
    },
    {
      what: 'a correction that is approved',
      by: expert1,
      prepare: async () => {
        const { id } = await proposed();
        return {
          address: `/editorial-board/correction/${id}`,
          body: form(['version', '1'], ['decision', 'consent']),
          typed: [],
          again: holds(orderAgain, 'Your decision'),
          untouched: async () => expect(await historyOf(id)).not.toContain('consented'),
        };
      },
    },
  ],
  '/file-upload/submit/:id': [
    {
      what: 'the files to submit with it',
      prepare: async () => {
        const [one, two] = [await addUploadAt(api, 'checked'), await addUploadAt(api, 'checked', { kind: 'agg' })];
        const body = { id: [one.id, two.id], metadata: completeMetadata(one.title) };
        expect((await ask(api, contributor, '/api/metadata', { method: 'POST', body })).status).toBe(200);
        return {
          address: `/file-upload/submit/${one.id}`,
          body: form(['version', 'seen'], ['also', two.id], [`version-${two.id}`, 'seen']),
          typed: [],
          again: holds(orderAgain, ticked('also', two.id)),
          untouched: async () => {
            for (const { id } of [one, two]) expect(await statusOf(id)).toBe('Uploaded');
          },
        };
      },
    },
    ...['save', 'draft'].map((intent) => ({
      what: `what is new in a version by '${intent}'`,
      prepare: async () => {
        const id = await addVersion();
        return {
          address: `/file-upload/submit/${id}?news=`,
          body: form(['news', 'Typed news'], ['version', 'seen'], ['intent', intent]),
          typed: ['Typed news'],
          again: holds(sessionEnded, 'Typed news'),
          untouched: async () => expect(await statusOf(id)).toBe('Uploaded'),
        };
      },
    })),
    ...['save', 'draft'].map((intent) => ({
      what: `answers to requested changes by '${intent}'`,
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        const request = { panel: 1, points: ['Name the device.', 'Name the unit.'], isImpartial: true };
        const asked = await ask(api, expert1, `/api/editorial/${id}/changes`, { method: 'POST', body: request });
        expect(asked.status).toBe(200);
        return {
          address: `/file-upload/submit/${id}?round=1`,
          body: form(['answer', 'Typed answer'], ['answer', 'Another one'], ['version', 'seen'], ['intent', intent]),
          typed: ['Typed answer', 'Another one'],
          again: holds(sessionEnded, 'Typed answer', 'Another one'),
          untouched: async () => {
            expect(await statusOf(id)).toBe('ChangesRequested');
            expect(await (await ask(api, contributor, `/api/fileupload/${id}/review`)).text()).not.toContain('Typed');
          },
        };
      },
    })),
  ],
  '/file-upload/conversation/:id': ['save', 'draft'].map((intent) => ({
    what: `a note to the board by '${intent}'`,
    prepare: async () => {
      const { id } = await addUploadAt(api, 'submitted');
      return {
        address: `/file-upload/conversation/${id}`,
        body: form(['text', 'Typed note'], ['intent', intent]),
        typed: ['Typed note'],
        again: holds(sessionEnded, 'Typed note'),
        untouched: async () => expect(await countOf('repository.review_notes')).toBe(0),
      };
    },
  })),
  '/editorial-board/letter/:id': ['save', 'send', 'draft'].map((intent) => ({
    what: `the letter about a decision by '${intent}'`,
    by: chair,
    prepare: async () => {
      api.repository.settings.board.letterByChair = true;
      const { id } = await addUploadAt(api, 'submitted');
      for (const [index, expert] of [expert1, expert2].entries()) {
        await castVote(api, expert, id, { nr: index === 0 ? 1 : 2, rating: 2 });
      }
      api.repository.settings.board.letterByChair = false;
      const letter = async () => (await ask(api, chair, `/api/editorial/${id}/letter`)).text();
      const before = await letter();
      return {
        address: `/editorial-board/letter/${id}`,
        body: form(['text', 'Typed letter'], ['intent', intent]),
        typed: ['Typed letter'],
        again: holds(sessionEnded, 'Typed letter'),
        untouched: async () => expect(await letter()).toBe(before),
      };
    },
  })),
  '/file-upload/part/:id': [
    {
      what: 'the request to delete an unfinished upload',
      prepare: async () => {
        const part = await begin();
        return {
          address: `/file-upload/part/${part}`,
          body: form(),
          typed: ['half.csv'],
          again: holds(orderAgain, 'half.csv', `action="/file-upload/part/${part}"`),
          untouched: async () =>
            expect((await ask(api, contributor, `/api/fileupload/resumable/${part}`)).status).toBe(200),
        };
      },
    },
  ],
  '/file-upload/delete/:id': [
    {
      what: 'the request to delete',
      prepare: async () => {
        const { id, number } = await addUploadAt(api, 'read');
        return {
          address: `/file-upload/delete/${id}`,
          body: form(),
          typed: [`adults-${number}.csv`],
          again: holds(orderAgain, 'Delete file'),
          untouched: async () => expect(await statusOf(id)).toBe('Uploaded'),
        };
      },
    },
  ],
  '/file-upload/withdraw/:id': [
    {
      what: 'the request to withdraw',
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        return {
          address: `/file-upload/withdraw/${id}`,
          body: form(),
          typed: [],
          again: holds(orderAgain, 'Withdraw submission'),
          untouched: async () => expect(await statusOf(id)).toBe('Submitted'),
        };
      },
    },
  ],
  '/file-upload/revise/:id': [
    {
      what: 'the request to revise',
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        await castVote(api, expert1, id, { rating: 2, note: 'No.' });
        await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'No.' });
        const before = await countOf('repository.uploads');
        return {
          address: `/file-upload/revise/${id}`,
          body: form(),
          typed: [],
          again: holds(orderAgain, `action="/file-upload/revise/${id}"`),
          untouched: async () => expect(await countOf('repository.uploads')).toBe(before),
        };
      },
    },
  ],
  '/file-upload/new-version/:id': [
    {
      what: 'the request to begin a new version',
      prepare: async () => {
        const { id } = await addAccepted();
        const before = await countOf('repository.uploads');
        return {
          address: `/file-upload/new-version/${id}`,
          body: form(),
          typed: [],
          again: holds(orderAgain, 'Begin new version'),
          untouched: async () => expect(await countOf('repository.uploads')).toBe(before),
        };
      },
    },
  ],
  '/file-upload/try-again/:id': [
    {
      what: 'the request to read a file again',
      prepare: async () => {
        const { id } = await take();
        const fail = `update repository.files set state = 'failed', failure_code = 'reading-error' where upload = $1`;
        await api.pool.query(fail, [Number.parseInt(id, 10)]);
        return {
          address: `/file-upload/try-again/${id}`,
          body: form(),
          typed: [],
          again: holds(orderAgain, `action="/file-upload/try-again/${id}"`),
          untouched: async () => {
            const { rows } = await api.pool.query('select state from repository.files where upload = $1', [
              Number.parseInt(id, 10),
            ]);
            expect(rows).toEqual([{ state: 'failed' }]);
          },
        };
      },
    },
  ],
  ...Object.fromEntries(
    (
      [
        ['/file-upload/withdrawal/:id', 'ask', contributor],
        ['/editorial-board/withdrawal/:id', 'withdraw', chair],
      ] as const
    ).map(([page, act, by]) => [
      page,
      ['save', 'draft'].map((intent) => ({
        what: `the reason of a withdrawal by '${intent}'`,
        by,
        prepare: async () => {
          const { id } = await addAccepted();
          return {
            address: `${page.replace(':id', id)}?act=${act}`,
            body: form(['reason', 'Typed reason'], ['intent', intent]),
            typed: ['Typed reason'],
            again: holds(sessionEnded, '>Typed reason<'),
            untouched: async () => expect(await countOf('repository.withdrawals')).toBe(0),
          };
        },
      })),
    ]),
  ),
  '/file-upload/co-authors/:id': [
    ...['save', 'draft'].map((intent) => ({
      what: `an invitation by '${intent}'`,
      prepare: async () => {
        const { id } = await addUploadAt(api, 'read');
        return {
          address: `/file-upload/co-authors/${id}?act=invite`,
          body: form(['email', 'typed@school.example'], ['right', 'edit'], ['scope', 'study'], ['intent', intent]),
          typed: ['typed@school.example'],
          again: holds(sessionEnded, 'value="typed@school.example"', ticked('right', 'edit')),
          untouched: async () => expect(await countOf('repository.study_members')).toBe(0),
        };
      },
    })),
    {
      what: 'leaving an upload',
      prepare: async () => {
        const { id } = await addUploadAt(api, 'read');
        return {
          address: `/file-upload/co-authors/${id}?act=leave`,
          body: form(['member', '1']),
          typed: [],
          again: holds(orderAgain, `action="/file-upload/co-authors/${id}`),
          untouched: async () => expect(await countOf('repository.study_members')).toBe(0),
        };
      },
    },
  ],
  '/editorial-board/owner/:id': [
    {
      what: 'an offer of the chair with its reason',
      by: chair,
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        return {
          address: `/editorial-board/owner/${id}?act=chair-offer`,
          body: form(['email', 'typed@school.example'], ['reason', 'Typed reason'], ['intent', 'save']),
          typed: ['typed@school.example', 'Typed reason'],
          again: holds(sessionEnded, 'value="typed@school.example"', '>Typed reason<'),
          untouched: async () => expect(await countOf('repository.study_members')).toBe(0),
        };
      },
    },
  ],
  ...Object.fromEntries(
    (
      [
        ['/file-upload/embargo/:id', 'until', contributor],
        ['/editorial-board/embargo/:id', 'reason', chair],
        ['/file-upload/private-links/:id', 'label', contributor],
      ] as const
    ).map(([page, name, by]) => [
      page,
      [
        ...['save', 'draft'].map((intent) => ({
          what: `what was typed at ${page} by '${intent}'`,
          by,
          prepare: async () => {
            const { id } = await addEmbargoed();
            const typed = name === 'until' ? '2098-01-05' : 'Typed here';
            return {
              address: page.replace(':id', id),
              body: form(['until', '2098-01-05'], [name, typed], ['intent', intent]),
              typed: [typed],
              again: holds(sessionEnded, typed),
              untouched: async () => expect(await historyOf(id)).toBe('[]'),
            };
          },
        })),
        ...(name === 'label' ? [revokesLink] : []),
      ],
    ]),
  ),
  '/editorial-board/panels/:id': [
    {
      what: 'a hand-over with its reason',
      by: expert1,
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        await castVote(api, expert1, id);
        return {
          address: `/editorial-board/panels/${id}`,
          body: form(['act', 'handOver'], ['panel', '1'], ['reason', 'Typed reason']),
          typed: ['Typed reason'],
          again: holds(sessionEnded, '>Typed reason<'),
          untouched: async () => expect(await historyOf(id)).not.toContain('handed-over'),
        };
      },
    },
    {
      what: 'an answer without a text',
      by: expert1,
      prepare: async () => {
        const { id } = await addUploadAt(api, 'submitted');
        return {
          address: `/editorial-board/panels/${id}`,
          body: form(['act', 'accept']),
          typed: [],
          again: holds(orderAgain, 'Experts for'),
          untouched: async () => expect(await historyOf(id)).not.toContain('accepted-invitation'),
        };
      },
    },
  ],
  '/editorial-board/notes/:id': ['save', 'draft'].map((intent) => ({
    what: `a note by '${intent}'`,
    by: expert1,
    prepare: async () => {
      const { id } = await addUploadAt(api, 'submitted');
      return {
        address: `/editorial-board/notes/${id}`,
        body: form(['readers', 'contributor'], ['text', 'Typed note'], ['intent', intent]),
        typed: ['Typed note'],
        again: holds(sessionEnded, 'Typed note', ticked('readers', 'contributor')),
        untouched: async () => expect(await countOf('repository.review_notes')).toBe(0),
      };
    },
  })),
  '/administration/accounts/:account': [
    ...['save', 'draft'].map((intent) => ({
      what: `a corrected account by '${intent}'`,
      by: administrator,
      prepare: async () => ({
        address: await addAccount(`${intent}@example.org`),
        body: form(['name', 'Typed name'], ['email', 'typed@example.org'], ['version', 'any'], ['intent', intent]),
        typed: ['Typed name', 'typed@example.org'],
        again: holds(sessionEnded, 'value="Typed name"', 'value="typed@example.org"'),
        untouched: async () => expect(await countOf("identity.accounts where name = 'Typed name'")).toBe(0),
      }),
    })),
    {
      what: 'the lock of an account',
      by: administrator,
      prepare: async () => ({
        address: `${await addAccount('open@example.org')}?act=lock`,
        body: form(),
        typed: [],
        again: holds(orderAgain, 'open@example.org'),
        untouched: async () => expect(await countOf('identity.accounts where locked_at is not null')).toBe(0),
      }),
    },
  ],
  '/administration/accounts/:account/merge': [
    {
      what: 'the merge of two accounts',
      by: administrator,
      prepare: async () => {
        const into = (await addAccount('stays@example.org')).split('/').at(-1) ?? '';
        return {
          address: `${await addAccount('goes@example.org')}/merge?into=stays@example.org`,
          body: form(['into', into], ['version', 'any']),
          typed: [],
          again: holds(orderAgain, 'value="stays@example.org"'),
          untouched: async () => expect(await countOf("audit.acts where act = 'merged'")).toBe(0),
        };
      },
    },
  ],
  ...Object.fromEntries(
    [
      ['jobs', 'Jobs', form(['job', '1'])] as const,
      ['dois', 'DOIs', form(['upload', '1r'])] as const,
      ['mails', 'Mails', form(['mail', '1'], ['act', 'discard'])] as const,
    ].map(([name, heading, body]): [string, Line[]] => [
      `/administration/${name}`,
      [
        {
          what: `a button of the list of ${name}`,
          by: administrator,
          prepare: async () => ({
            address: `/administration/${name}`,
            body,
            typed: [],
            again: holds(orderAgain, `<h2>${heading}</h2>`),
            untouched: async () => expect(await countOf("audit.acts where actor = 'administrator'")).toBe(0),
          }),
        },
      ],
    ]),
  ),
  '/access-tokens': [
    ...['save', 'draft'].map((intent) => ({
      what: `a form for an access token by '${intent}'`,
      by: contributor,
      prepare: async () => ({
        address: '/access-tokens',
        body: form(['label', 'Typed label'], ['scopes', 'upload'], ['until', '2098-01-05'], ['intent', intent]),
        typed: ['Typed label'],
        again: holds(sessionEnded, 'value="Typed label"', ticked('scopes', 'upload')),
        untouched: async () => {
          const made = "select from repository.access_tokens where label = 'Typed label'";
          expect((await api.pool.query(made)).rowCount).toBe(0);
        },
      }),
    })),
    {
      what: 'the revocation of an access token',
      by: contributor,
      prepare: async () => {
        const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
        const body = { label: 'Script 1', scopes: ['read'], until };
        const made = await ask(api, contributor, '/api/tokens', { method: 'POST', body });
        const { token } = (await made.json()) as { token: { number: number } };
        return {
          address: `/access-tokens?revoke=${token.number}`,
          body: form(),
          typed: [],
          again: holds(orderAgain, 'Script 1'),
          untouched: async () => {
            const left = 'select count(*)::int as count from repository.access_tokens where revoked_at is null';
            expect((await api.pool.query(left)).rows).toEqual([{ count: 1 }]);
          },
        };
      },
    },
  ],
  '/editorial-board/profile': [
    {
      what: 'the profile of an expert',
      by: expert1,
      prepare: async () => ({
        address: '/editorial-board/profile',
        body: form(
          ['institution', 'Typed Institute'],
          ['tests', 'dstep'],
          ['words', 'Typed topic'],
          ['intent', 'save'],
        ),
        typed: ['Typed Institute', 'Typed topic'],
        again: holds(sessionEnded, 'value="Typed Institute"', ticked('tests', 'dstep'), 'Typed topic'),
        untouched: async () => expect(await countOf('repository.expert_profiles')).toBe(0),
      }),
    },
  ],
  '/editorial-board/vote/:id': ['save', 'draft', 'changes'].map((intent) => ({
    what: `a vote by '${intent}'`,
    by: expert1,
    prepare: async () => {
      const { id } = await addUploadAt(api, 'submitted');
      return {
        address: `/editorial-board/vote/${id}?panel=1`,
        body: form(
          ['email', expert1.email],
          ['rating', '2'],
          ['note', 'Typed note'],
          ['points', 'Typed points'],
          ['version', '0'],
          ['intent', intent],
        ),
        typed: ['Typed note', 'Typed points'],
        again: holds(sessionEnded, 'Typed note', 'Typed points', ticked('rating', '2'), chosen(expert1.email)),
        untouched: async () => expect(await statusOf(id)).toBe('Submitted'),
      };
    },
  })),
};

async function countOf(table: string): Promise<number> {
  const { rows } = await api.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}
async function historyOf(id: string): Promise<string> {
  return (await ask(api, expert2, `/api/editorial/${id}/history`)).text();
}
async function putTemplates(address: string, body: unknown): Promise<void> {
  expect((await ask(api, contributor, address, { method: 'PUT', body })).status).toBeLessThan(300);
}
/** A file that is mapped and checked. */
async function check() {
  const upload = await take();
  const body = mappingOf({ id: 'person_id|', sex: 'sex|m/w', age: 'age_y|a', jump: 'slj|cm' });
  const saved = await ask(api, contributor, `/api/mapping/raw/${upload.id}/${upload.table}`, { method: 'POST', body });
  expect(saved.status).toBe(200);
  return upload;
}
const begin = () =>
  createResumableUpload(contributor, api.repository, { kind: 'raw', name: 'half.csv', bytes: 100, lastModified: null });

/** Makes an account. Returns the address of its page for administrators. */
async function addAccount(email: string): Promise<string> {
  const { id } = await createAccounts(api.pool).add({ email, name: 'A Person', password: 'a long password' });
  return `/administration/accounts/${id}`;
}

const endSessions = () => api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
/** A signed-in browser whose user stays away until the session ends. */
async function leaveOpen(actor: Actor) {
  const browser = testBrowser(web);
  await browser.signInAt('/authentication/login', actor);
  return browser;
}

const lines = Object.entries(pages).flatMap(([action, all]) => all.map((line) => ({ action, ...line })));

test.each(lines)('$action: $what', async ({ by = contributor, prepare }) => {
  const { address, body, typed, again, untouched } = await prepare();
  const browser = await leaveOpen(by);
  await endSessions();
  const answer = await browser.ask(address, { method: 'POST', body });
  const login = answer.headers.get('Location') ?? '';
  expect([answer.status, login]).toEqual([303, expect.stringMatching(/^\/authentication\/login\?returnUrl=/)]);
  await untouched?.();

  const stranger = testBrowser(web);
  for (const [name, value] of browser.cookies) stranger.cookies.set(name, value);
  const shown = [
    await stranger.signInAt(login, by === expert1 ? expert2 : other),
    await stranger.open(new URL(login, 'http://page').searchParams.get('returnUrl') ?? ''),
  ];
  expect(shown[0]?.address).toBe('/');
  for (const { page } of shown) {
    for (const text of [...typed, sessionEnded, orderAgain, filesAgain]) expect(page).not.toContain(text);
  }

  const back = await browser.signInAt(login, by);
  expect(back.status).toBe(200);
  again(back.page);
  await untouched?.();
});

/** Actions that only script calls. Script shows the message and keeps the entries in the page. */
const scripted: Record<string, () => Promise<{ address: string; init: RequestInit; status?: number; answer: object }>> =
  {
    '/drafts/:form': async () => ({
      address: `/drafts/metadata?object=${(await addUploadAt(api, 'checked')).id}`,
      init: { body: form(['f2-0', 'Typed title']) },
      answer: { message: expect.stringContaining('Your entries are kept') },
    }),
    '/file-upload/validate/:id': async () => ({
      address: `/file-upload/validate/${(await addUploadAt(api, 'checked')).id}`,
      init: { body: form(['title', 'Typed title']) },
      answer: { message: expect.any(String) },
    }),
    '/file-upload/resumable/:kind': async () => ({
      address: '/file-upload/resumable/raw',
      init: { headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '100' } },
      answer: { code: 'unauthenticated' },
    }),
    '/file-upload/part/:id': async () => ({
      address: `/file-upload/part/${await begin()}`,
      init: {
        method: 'PATCH',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        body: 'a',
      },
      answer: { code: 'unauthenticated' },
    }),
    '/authentication/session': async () => ({
      address: '/authentication/session?account=any',
      init: {},
      status: 200,
      answer: { state: 'ended', secondsLeft: 0, message: expect.stringContaining('You have been logged out.') },
    }),
  };

test.each(Object.entries(scripted))('%s, called by script', async (_action, prepare) => {
  const { address, init, status = 401, answer } = await prepare();
  const browser = await leaveOpen(contributor);
  await endSessions();
  const response = await browser.ask(address, { method: 'POST', ...init });
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining(answer)]);
});

/** Actions that do the same for everybody and store nothing for a user. */
const impersonal = [
  '/authentication/logout',
  '/authentication/:action',
  '/authentication/backchannel-logout',
  '/page/unavailable',
  '/saved-searches/end/:token',
  '/my-downloads/end/:token',
  '/editorial-board/invitation/:link',
  // Declining needs no session; accepting asks for one and for a second press.
  '/co-authors/:link',
  '/compare',
  '/compare/my-class',
  '/compare/my-class/file',
];

test('signing out, and changing the language on a page without a form, need no session', async () => {
  const browser = await leaveOpen(contributor);
  await endSessions();
  const changed = await browser.ask('/language?returnTo=/info/manual', {
    method: 'POST',
    body: form(['language', 'de'], ['returnTo', '/info/manual']),
  });
  expect([changed.status, changed.headers.get('Location')]).toEqual([303, '/info/manual']);
  const left = await browser.ask('/authentication/logout', { method: 'POST' });
  expect([left.status, left.headers.get('Location')]).toEqual([303, '/authentication/logged-out']);
});

test('every action of the web app has a case', () => {
  const known = [...Object.keys(pages), ...Object.keys(scripted), ...impersonal];
  expect([...new Set(known)].sort()).toEqual([...new Set(web.actions)].sort());
});

test('the largest number of ticked results survives the sign-in', async () => {
  const browser = await leaveOpen(contributor);
  await endSessions();
  const numbers = Array.from({ length: 500 }, (_, index) => String(90_000 + 7 * index));
  const answer = await browser.ask('/search/download', {
    method: 'POST',
    body: form(['q', ''], ...numbers.map((nr): [string, string] => ['nr', nr])),
  });
  const back = await browser.signInAt(answer.headers.get('Location') ?? '', contributor);
  expect(new URL(back.address, 'http://page').searchParams.getAll('nr')).toEqual(numbers);
});
