import { once } from 'node:events';
import { createServer } from 'node:net';

import { DuckDBInstance } from '@duckdb/node-api';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { describeError } from './describe-error';

const secret = 'geheim';
/** Log entry for the error that `work` throws. */
async function described(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    return describeError(error);
  }
  throw new Error('It was expected to fail.');
}
const parse = (text: string) => () => JSON.parse(text) as unknown;

/** `secret` in every place where libraries were seen to repeat their input. */
const libraries: Record<string, () => unknown> = {
  'JSON.parse of a text': parse(`{"password": "${secret}" x}`),
  'JSON.parse of a word': parse(secret),
  'an address': () => new URL(`//${secret}`),
  'fetch without an address': () => fetch(`/${secret}?q=${secret}`),
  'a header': () => new Headers({ 'x-name': `${secret}\nx` }),
  'a regular expression': () => new RegExp(`${secret}(`),
  'a big number': () => BigInt(secret),
  'a time zone': () => new Intl.DateTimeFormat('en', { timeZone: secret }),
  'a wrong argument': () => Buffer.from(Object(Symbol(secret)) as never),
  'a file': () => import('node:fs').then(({ readFileSync }) => readFileSync(`/${secret}`)),
  zod: () => z.object({ age: z.number(), sex: z.enum(['m', 'f']) }).parse({ age: secret, sex: secret }),
  'a thrown text': () => {
    throw `not found: ${secret}`;
  },
  'a thrown object': () => {
    throw { detail: secret, toString: () => secret };
  },
  'a message with a frame in it': () => {
    throw new Error(`broken\n    at ${secret} (/tmp/${secret}.js:1:1)`);
  },
  'a message that was changed afterwards': () => {
    throw Object.assign(new Error(`broken: ${secret}`), { message: 'mended' });
  },
  'members of others': () => {
    throw Object.assign(new Error('broken'), { column: secret, table: secret, reason: secret, path: secret });
  },
  'a message of unquoted values': () => {
    throw new Error(`No account eva@${secret}.org of /home/${secret} with ${secret}-0815-4711 and 19830412`);
  },
  DuckDB: async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`select cast('${secret}' as integer)`);
  },
};

test.each(Object.keys(libraries))('the input of %s is not in the log, but the class of the error is', async (name) => {
  const line = await described(libraries[name]!);
  expect(JSON.stringify(line)).not.toContain(secret);
  expect(JSON.stringify(line)).not.toContain('19830412');
  expect(line.name).toMatch(/\w/);
});

describe('statements', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.pool.query('create table people (email text constraint one_account unique, age int)');
  });
  afterAll(() => database.close());

  test('a failed statement is logged without its parameters, with the names that PostgreSQL reports', async () => {
    const db = drizzle(database.pool);
    const line = await described(() =>
      db.execute(sql`insert into people values ('inline geheim', ${secret}), (${secret}, 'x "geheim" y')`),
    );
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(line.name).toBe('DrizzleQueryError');
    expect(line.statement).toBe("insert into people values ('…', $1), ($2, '…')");
    expect(line.cause).toMatchObject({ name: 'DatabaseError', code: '22P02', severity: 'ERROR' });
    expect(line.cause?.message).toBe('invalid input syntax for type integer …');
    expect(line.frames?.length).toBeGreaterThan(0);
  });

  test('a violated constraint is logged with the names of table and constraint, without the values', async () => {
    await database.pool.query('insert into people values ($1, 1)', [secret]);
    const line = await described(() => database.pool.query('insert into people values ($1, 1)', [secret]));
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(line).toMatchObject({ code: '23505', table: 'people', constraint: 'one_account' });
  });

  test('the log line of a long statement is short', async () => {
    const many = sql.join(
      Array.from({ length: 500 }, () => sql`${secret}`),
      sql`, `,
    );
    const line = await described(() => drizzle(database.pool).execute(sql`select ${many} from nowhere`));
    expect(JSON.stringify(line).length).toBeLessThan(4000);
  });
});

describe('causes', () => {
  test('a closed port is ECONNREFUSED with address and port, below the library’s own error', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const web = await described(() => fetch(`http://127.0.0.1:${port}/`));
    expect(web).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
    expect(web.cause).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port });
    const mail = await described(() =>
      nodemailer.createTransport({ host: '127.0.0.1', port }).sendMail({ to: `${secret}@example.org` }),
    );
    expect(mail).toMatchObject({ code: 'ECONNREFUSED', port });
  });

  test('for a name with several addresses the error of each is logged', () => {
    const refused = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}:1`), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
        address,
      });
    const both = new AggregateError([refused('::1'), refused('127.0.0.1')]);
    const line = describeError(new Error('fetch failed', { cause: both }));
    expect(line.cause?.errors).toMatchObject([{ address: '::1' }, { code: 'ECONNREFUSED' }]);
  });

  test.each([
    ['the system', Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', errno: -28, syscall: 'write' })],
    ['one of our processes', new Error('The parser child failed: Error: ENOSPC: no space left on device, write')],
    ['DuckDB', new Error('IO Error: Could not write file "/x/geheim": No space left on device')],
  ])('a full disk is ENOSPC, as reported by %s', (_, error) => {
    const line = describeError(error);
    expect(line.code).toBe('ENOSPC');
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  test('the response of a mail server is logged with its number, without the recipient', () => {
    const error = Object.assign(
      new Error(`Can't send mail - all recipients were rejected: 550 5.1.1 <${secret}@example.org> unknown`),
      { code: 'EENVELOPE', response: `550 <${secret}@example.org>`, responseCode: 550, command: 'RCPT TO' },
    );
    const line = describeError(error);
    expect(line).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' });
    expect(line.message).toBe("Can't send mail … all recipients were rejected …");
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  test('an endless chain of causes is logged to a limited depth', () => {
    const loop = new Error('round and round');
    loop.cause = loop;
    expect(JSON.stringify(describeError(loop)).length).toBeLessThan(8000);
  });
});
