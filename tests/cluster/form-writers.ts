import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import { readSchema } from '@domain/metadata/directives';
import type { Browser } from '../../services/identity/testing/browser';
import { schemaFields } from '../../services/repository/metadata/schema';
import { completeMetadata } from '../fixtures/complete-metadata';
import { sentByForm, sentById, type Sent } from '../support/form-in-page';
import type { Tally } from './tally';
import { WrittenValue } from './written-value';

const titleField = 'f2-0';
const commentStem = 'comment:';

/** A user who keeps writing into the same form. Every step may fail. */
export interface Writer {
  /** Checks that the last written value is there, and writes a new one. */
  step(tally: Tally, tag: string): Promise<void>;
  /** Checks once more. Returns false if the page could not be loaded. */
  look(tally: Tally): Promise<boolean>;
}

/** A valid metadata form. */
export function metadataAnswers(title: string): Sent[] {
  return entriesOf(formOf(readSchema(schemaFields('en')), completeMetadata(title)));
}

/** Saves a metadata form, alternating between drafts and final saves. */
export function metadataWriter(browser: Browser, id: string): Writer {
  const kind = 'metadata forms';
  const address = `/file-upload/meta/${id}`;
  const title = new WrittenValue(kind, address, '');
  let turn = 0;
  const open = async (tally: Tally) => {
    const page = await tally.send('pages', browser, address, { expected: [200] });
    if (!page) return null;
    const entries = sentByForm(page.text, 'metadata-form');
    title.check(valueOf(entries, titleField), tally);
    return entries.filter(([name]) => !/^f\d/.test(name));
  };
  return {
    look: async (tally) => (await open(tally)) !== null,
    async step(tally, tag) {
      const opened = await open(tally);
      if (!opened) return;
      turn += 1;
      const value = `Cluster ${tag} of ${id}`;
      const intent: Sent = ['intent', turn % 2 === 0 ? 'save' : 'draft'];
      title.sent(value);
      const body = new URLSearchParams([...opened, ...metadataAnswers(value), intent]);
      if (await tally.send(kind, browser, address, { method: 'POST', body, expected: [303] }))
        title.acknowledged(value);
    },
  };
}

/** Saves a new comment each time on every problem of a table; all of them must accept comments. */
export function commentWriter(browser: Browser, id: string, table: string): Writer {
  const kind = 'comments';
  const address = `/file-upload/check/${id}?table=${table}`;
  const positions = new Map<string, WrittenValue>();
  let turn = 0;
  const open = async (tally: Tally) => {
    const page = await tally.send('pages', browser, address, { expected: [200] });
    if (!page) return null;
    const entries = sentById(page.text, 'comments-form');
    for (const [name, value] of entries.filter(([field]) => field.startsWith(commentStem))) {
      const position = positions.get(name) ?? new WrittenValue(kind, `${address} ${name}`, value);
      position.check(value, tally);
      positions.set(name, position);
    }
    return entries;
  };
  return {
    look: async (tally) => (await open(tally)) !== null,
    async step(tally, tag) {
      const entries = await open(tally);
      const [name = '', position] = [...positions][(turn += 1) % Math.max(positions.size, 1)] ?? [];
      if (!entries || !position) return;
      const value = `Seen ${tag}`;
      position.sent(value);
      const changed = entries.map(([field, old]): Sent => [field, field === name ? value : old]);
      const body = new URLSearchParams([...changed, ['confirmed', 'yes'], ['intent', 'save']]);
      if (await tally.send(kind, browser, address, { method: 'POST', body, expected: [303] }))
        position.acknowledged(value);
    },
  };
}

/** Changes the note of an expert's vote on a submission that no other expert votes on. */
export function voteWriter(browser: Browser, id: string, email: string): Writer {
  const kind = 'votes';
  const address = `/editorial-board/vote/${id}`;
  const note = new WrittenValue(kind, address, '');
  const open = async (tally: Tally) => {
    const page = await tally.send('pages', browser, address, { expected: [200] });
    if (!page) return null;
    const entries = sentById(page.text, 'vote-1');
    note.check(valueOf(entries, 'note'), tally);
    return entries.filter(([name]) => !['email', 'isImpartial', 'rating', 'note'].includes(name));
  };
  return {
    look: async (tally) => (await open(tally)) !== null,
    async step(tally, tag) {
      const opened = await open(tally);
      if (!opened) return;
      const value = `Noted ${tag}`;
      note.sent(value);
      const vote: Sent[] = [
        ['email', email],
        ['isImpartial', 'on'],
        ['rating', '1'],
        ['note', value],
        ['intent', 'save'],
      ];
      const body = new URLSearchParams([...opened, ...vote]);
      if (await tally.send(kind, browser, `${address}?panel=1`, { method: 'POST', body, expected: [303] }))
        note.acknowledged(value);
    },
  };
}

function valueOf(entries: Sent[], field: string): string {
  return entries.find(([name]) => name === field)?.[1] ?? '';
}
