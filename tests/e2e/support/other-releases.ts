import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { migrationFolders, type MigratedSchema } from '../../../services/database/migrate-schema';
import { addMigration, type NewMigration } from '../../support/add-migration';
import { projectRoot } from '../../support/imports';

/** What a build reads at run time and a release may change: see the Dockerfile. */
const copied = ['build', 'package.json', ...Object.values(migrationFolders)];
const linked = ['node_modules', 'locales', 'services/repository/data'];

/** Makes a folder with the next release: this build with a higher version and further migrations. */
export function makeNextRelease(folder: string, migrations: (NewMigration & { schema: MigratedSchema })[]): void {
  for (const each of copied) cpSync(path.join(projectRoot, each), path.join(folder, each), { recursive: true });
  for (const each of linked) linkInto(folder, each);
  const described = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const [major = '0', minor = '0'] = described.version.split('.');
  const version = `${major}.${Number(minor) + 1}.0`;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...described, version }));
  for (const each of migrations) addMigration(path.join(folder, migrationFolders[each.schema]), each);
}

function linkInto(folder: string, name: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  symlinkSync(path.join(projectRoot, name), path.join(folder, name));
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();

/**
 * The commit of the former release: of the newest tag before this one, or, as long as nothing has been released, of the
 * one before the latest migration. Null if the clone does not have it.
 */
export function findFormerRelease(): string | null {
  try {
    const tag = git('tag', '--merged', 'HEAD~1', '--list', 'v*', '--sort=-version:refname').split('\n')[0];
    if (tag) return tag;
    // With copies found, so that a part of another migration that got a file of its own is none that was added.
    const added = git('log', '-1', '--find-copies', '--diff-filter=A', '--format=%H', '--', ...migrationsAsPatterns());
    return added ? git('rev-parse', '--verify', '--quiet', `${added}^`) : null;
  } catch {
    return null;
  }
}

const migrationsAsPatterns = () => Object.values(migrationFolders).map((folder) => `${folder}/*.sql`);

/** Builds a commit in a folder, with the packages of this one. */
export function buildRelease(folder: string, commit: string): void {
  const archive = path.join(folder, 'sources.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  linkInto(folder, 'node_modules');
  for (const step of ['web', 'documents', 'server']) {
    execFileSync('npm', ['run', '--silent', `build:${step}`], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** Whether a release judges migrations that it does not know, so that it can restart beside them. */
export function canRestartBeside(folder: string): boolean {
  return existsSync(path.join(folder, 'services/database/schema-state.ts'));
}
