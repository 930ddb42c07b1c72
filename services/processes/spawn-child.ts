import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface ChildOptions {
  args?: string[];
  /** Flags of Node for the child, e.g. `--max-old-space-size=512`. */
  nodeFlags?: string[];
  env?: NodeJS.ProcessEnv;
  /** Its error output is thrown away: what trips over a stranger's file is no news. */
  quiet?: boolean;
}

/**
 * Path of a child process's entry. Run from the sources, it is the TypeScript file beside the caller;
 * run from the bundle, where every module's address is that of build/server.js, it is the bundle beside it.
 */
export function childEntry(callerUrl: string, source: string, bundled: string): string {
  const caller = fileURLToPath(callerUrl);
  return path.join(path.dirname(caller), caller.endsWith('.ts') ? source : bundled);
}

/**
 * Starts an entry as a Node process with a message channel; TypeScript goes through tsx. What the child
 * writes to its error output appears on ours. The channel closes when this process dies, however it
 * dies: every child ends itself on 'disconnect'.
 */
export function startChild(
  entry: string,
  { args = [], nodeFlags = [], env, quiet = false }: ChildOptions = {},
): ChildProcess {
  return fork(entry, args, {
    execArgv: [...nodeFlags, ...loaderFlags(entry)],
    env: env ?? process.env,
    stdio: ['ignore', 'ignore', quiet ? 'ignore' : 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

function loaderFlags(entry: string): string[] {
  if (!entry.endsWith('.ts')) return [];
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href];
}
