import { Readable } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { formerSubject } from '@domain/former-person';

import { fileStores } from '../../../tests/support/file-stores';
import { actors } from '../../../tests/support/test-api';
import { smallTable, useUploadApi } from '../../../tests/support/upload-calls';
import { completeResumableUpload, removeUnclaimed } from '../receiving/parts';
import { deletePart, movePart } from '../store/parts';
import { recordPerson } from '../store/people';
import { createResumableUpload } from '../usecases/uploads/resumable-upload';
import { deletePerson } from './delete-person';

describe.each(fileStores)('A complete file that is no upload yet $name', ({ open: openStore }) => {
  const api = useUploadApi({ openStore });
  const person = { ...actors.other, former: formerSubject('unclaimed'), otherAddresses: [], language: null };

  const leave = () => deletePerson(api.repository, person, new AbortController().signal);
  async function sendAll(): Promise<{ id: string; bytes: number }> {
    const { db, parts } = api.repository;
    await recordPerson(db, actors.other, new Date());
    const bytes = Buffer.from(smallTable().content);
    const about = { kind: 'raw', name: 'grip.csv', bytes: bytes.length, lastModified: null } as const;
    const id = await createResumableUpload(actors.other, api.repository, about);
    await parts.append(id, Readable.from([bytes]), { offset: 0, total: bytes.length, isVoid: () => false });
    return { id, bytes: bytes.length };
  }

  test('goes with its account, also after a server was killed that had made the object', async () => {
    const before = await api.originals();
    const part = await sendAll();
    const { db, parts } = api.repository;
    await movePart(db, part.id, { from: 'receiving', to: 'checking', now: new Date() });
    await parts.finish(part, `originals/${part.id}`);
    expect(await api.originals()).toBe(before + 1);
    await leave();
    expect(await api.originals()).toBe(before);
  });

  test('goes with its account, also while the object is being made', async () => {
    const before = await api.originals();
    const { id } = await sendAll();
    const { parts } = api.repository;
    const { finish } = parts;
    parts.finish = async (part, key) => {
      await leave();
      return finish(part, key);
    };
    await completeResumableUpload(api.repository, id).catch(() => undefined);
    parts.finish = async (part, key) => {
      const sum = await finish(part, key);
      await leave();
      return sum;
    };
    const later = await sendAll();
    await completeResumableUpload(api.repository, later.id);
    parts.finish = finish;
    expect(await api.originals()).toBe(before);
  });

  test('stays if an upload has it, also without the record of how it came', async () => {
    const { id } = await sendAll();
    await completeResumableUpload(api.repository, id);
    await deletePart(api.repository.db, id);
    await removeUnclaimed(api.repository, id);
    expect(await api.repository.files.size(`originals/${id}`)).toBeGreaterThan(0);
  });
});
