import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { Resources } from '../../tests/bench/resources';
import { openThrowAwayDatabase } from '../../tests/cluster/throw-away-postgresql';
import { startApiServer } from '../../tests/crash/api-server';
import {
  type Acknowledged,
  entryOf,
  expectAll,
  type Kill,
  type Place,
  runCommand,
  uploadAndSave,
} from '../../tests/crash/kill-commands';
import { type Site, startSite } from '../../tests/crash/site';
import { bundle, childEntries } from '../launcher/bundle';
import { restoreMark } from '../configuration/data-folder';
import { createRandom, type Random } from '../repository/help-files/made-up-people';

/**
 * Kills of backups, and of servers of which a backup is made. Each backup runs for less than a second and a half if
 * nothing is killed.
 */
const kills = Number(process.env.KILLS ?? 8);
const longestLifeMs = 1500;

let entries: string;
beforeAll(async () => {
  entries = path.join(inject('childBundles'), 'backups');
  await bundle(entries, {
    ...childEntries,
    'api-server': 'tests/crash/api-server-entry.ts',
    backup: 'services/launcher/backup-command.ts',
    verify: 'services/launcher/verify-command.ts',
    restore: 'services/launcher/restore-command.ts',
  });
});

const run = (command: string, folder: string, place: Place, how: Kill = {}) =>
  runCommand(entryOf(entries, command), [folder], place, how);

/** Uploads and saves until it is stopped. */
function keepWriting(site: Site) {
  const acknowledged: Acknowledged[] = [];
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped) {
      try {
        acknowledged.push(await uploadAndSave(site.server()));
      } catch (error) {
        // The connection ended with the server, or it is not back yet.
        if (!(error instanceof TypeError)) throw error;
      }
      await delay(20);
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
}

/** Makes a backup during which it, or the server, is killed. Returns whether it was cut short. */
async function isCutShort(site: Site, place: Place, folder: string, random: Random): Promise<boolean> {
  const lifeMs = random.whole(100, longestLifeMs);
  const isServerKilled = random.whole(0, 1) === 0;
  const { code, output } = await run('backup', folder, place, {
    lifeMs,
    ...(isServerKilled ? { kill: () => site.kill() } : {}),
  });
  const verified = await run('verify', folder, place);
  if (code === 0) expect(verified, verified.output).toMatchObject({ code: 0 });
  // It may be killed after its last write. Then every byte of it is there.
  if (verified.code === 0) return false;
  expect(code, output).toBe(isServerKilled ? 1 : null);
  // Before its first write there is not even a folder.
  expect(verified.code, verified.output).toBe(1);
  expect(verified.output).toMatch(/is not complete|There is no folder|There is no complete backup/);
  const restored = await run('restore', folder, { ...place, dataDir: `${place.dataDir}-of-killed` });
  expect(restored.output).toMatch(/no folder|no complete backup/);
  return true;
}

const databases = ['embedded', ...(process.env.TEST_DATABASE_URL ? ['postgresql'] : [])];

describe.each(databases)('with the %s database', (kind) => {
  const resources = new Resources();
  const home = resources.makeFolder();
  const at = (name: string) => path.join(home, name);
  const makePlace = async (name: string): Promise<Place> => ({
    dataDir: at(name),
    databaseUrl: kind === 'embedded' ? null : (await openThrowAwayDatabase(resources)).href,
  });
  const start = ({ dataDir, databaseUrl }: Place) =>
    startApiServer(dataDir, path.join(entries, 'api-server.js'), 0, databaseUrl);
  let place: Place;
  let site: Site;
  beforeAll(async () => {
    place = await makePlace('data');
    site = await startSite(place.dataDir, path.join(entries, 'api-server.js'), place.databaseUrl);
  });
  afterAll(async () => {
    await site.close();
    await resources.close();
  });

  test('backups that are killed, or whose server is, leave nothing that looks whole, and the next one has everything', async () => {
    const random = createRandom(inject('seed'));
    const writer = keepWriting(site);
    let cutShort = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      if (await isCutShort(site, place, at(`killed-${kill}`), random)) cutShort += 1;
    }
    expect(cutShort).toBeGreaterThan(0);

    const before = [...writer.acknowledged];
    expect(before.length).toBeGreaterThan(0);
    // Into a folder in which a killed one has left something.
    const backup = await run('backup', at('killed-0'), place);
    expect(backup, backup.output).toMatchObject({ code: 0 });
    await writer.stop();
    expect(await run('verify', at('killed-0'), place)).toMatchObject({ code: 0 });
    const target = await makePlace('restored');
    const restore = await run('restore', at('killed-0'), target);
    expect(restore, restore.output).toMatchObject({ code: 0 });

    const restored = await start(target);
    await expectAll(restored, before);
    await expectAll(site.server(), before);
    expect(restored.errors() + site.errors()).toBe('');
    await restored.kill();
  });

  test('a restore that is killed leaves a folder on which no server starts, and is made again', async () => {
    const backup = await run('backup', at('whole'), place);
    expect(backup, backup.output).toMatchObject({ code: 0 });
    const target = await makePlace('half');
    const killed = await run('restore', at('whole'), target, { killAt: path.join(target.dataDir, restoreMark) });
    expect(killed, killed.output).toMatchObject({ code: null });
    await expect(start(target)).rejects.toThrow('was not finished');
    const again = await run('restore', at('whole'), target);
    expect(again, again.output).toMatchObject({ code: 0 });
    const restored = await start(target);
    expect((await restored.call('contributor', 'fileupload/user')).status).toBe(200);
    await restored.kill();
  });
});
