import { setTimeout as pause } from 'node:timers/promises';

import { Hono } from 'hono';

/** Time limit for the database. Load balancers wait some seconds. */
const databaseMs = 5000;
/** Time limit for what it is ready without: balancers that wait for two seconds still get the answer. */
const otherMs = 1000;
/** For so long an answer holds, however often it is asked for. */
const holdsMs = 1000;
const livable = ['current', 'newer'];
const notStored = { 'Cache-Control': 'no-store' };

/** Looks at what a server needs. Each may fail or take its time. */
export interface Looks {
  /** What the server finds in its database; it can run beside `current` and `newer` migrations. */
  migrations: () => Promise<'current' | 'newer' | 'missing' | 'foreign'>;
  isLowOnSpace: () => Promise<boolean>;
  /** Whether the standby of the database is asked; null if there is none. */
  isStandbyUsed: (() => boolean) | null;
  /** Fail if the store of objects or the columnar engine does not answer. Null if another process has them. */
  objects: (() => Promise<unknown>) | null;
  engine: (() => Promise<unknown>) | null;
}

/**
 * `/healthz` shows that the process is alive. `/readyz` shows whether it can take requests, with a word for each thing
 * that it needs. It answers 503 only for what the server can do nothing without: its database, with migrations beside
 * which it can run, and time before its end. Servers share their bucket: if all of them said 503 while it is away, nobody
 * would be left to say so on a page.
 */
export function healthRoutes(looks: Looks, isStopping: () => boolean): Hono {
  const health = new Hono();
  const { migrations, isLowOnSpace, isStandbyUsed, objects, engine } = looks;
  const wordsOf = [
    seldom(migrations, 'away', databaseMs),
    seldom(async () => ((await isLowOnSpace()) ? 'low' : 'ok'), 'unknown', otherMs),
    ...[objects, engine].map((look) => look && seldom(() => look().then(() => 'ok'), 'away', otherMs)),
  ];
  health.get('/healthz', (c) => c.json({ status: 'ok' }, 200, notStored));
  health.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503, notStored);
    const [found = '', storage, ...others] = await Promise.all(wordsOf.map((ask) => ask?.()));
    const isReady = livable.includes(found);
    const isAway = found === 'away';
    const told = {
      status: isReady ? 'ready' : 'not ready',
      database: isAway ? 'away' : 'ok',
      standby: isStandbyUsed ? (isStandbyUsed() ? 'ok' : 'unused') : undefined,
      migrations: isAway ? 'unknown' : found,
      storage,
      objects: others[0],
      engine: others[1],
    };
    return c.json(told, isReady ? 200 : 503, notStored);
  });
  return health;
}

/** A word that `look` finds, or `otherwise` if it fails or takes too long. Looks again a second after its last answer. */
function seldom(look: () => Promise<string>, otherwise: string, ms: number): () => Promise<string> {
  let answer: Promise<string> | null = null;
  const ask = async () => {
    const found = await Promise.race([look().catch(() => otherwise), pause(ms, otherwise, { ref: false })]);
    setTimeout(() => (answer = null), holdsMs).unref();
    return found;
  };
  return () => (answer ??= ask());
}
