import { spawn } from 'node:child_process';
import path from 'node:path';

/** Time limit for a start that should end with a message. */
const endMs = 60_000;

/** Interval of looks whether it is time to stop it. */
const lookMs = 50;

/**
 * Starts the built server with settings that it should refuse, or stops it when `isTime`. Returns its output and how it
 * ended.
 */
export async function startOutcome(
  environment: Record<string, string>,
  isTime: (said: string) => boolean | Promise<boolean> = () => false,
): Promise<string> {
  const child = spawn(process.execPath, ['build/server.js'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
    const collect = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Motothek is ready')) child.kill('SIGKILL');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const look = async () => {
      if (await isTime(said)) child.kill('SIGTERM');
      else looking = setTimeout(look, lookMs);
    };
    let looking = setTimeout(look, lookMs);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      clearTimeout(looking);
      resolve(`${said}ended with ${signal ?? code}`);
    });
  });
}
