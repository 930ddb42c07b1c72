import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDecimalValue,
  INTEGER,
  SQLNULL,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

import type { SqlValue } from '../context/table-engine';

/** Types under which parameters are bound: whole numbers as such, so that `limit ?` and row numbers take them. */
export function bindParameters(parameters: SqlValue[]): { values: DuckDBValue[]; types: DuckDBType[] } {
  const types = parameters.map(typeOf);
  const values = parameters.map((value, i) => (types[i] === BIGINT ? BigInt(value as number) : value));
  return { values, types };
}

function typeOf(value: SqlValue): DuckDBType {
  if (value === null) return SQLNULL;
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  if (!Number.isSafeInteger(value)) return DOUBLE;
  return Math.abs(value) < 2 ** 31 ? INTEGER : BIGINT;
}

/** A value of a result as the engine's callers see it: 64-bit counts are numbers, dates and lists text. */
export function readValue(value: DuckDBValue): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
  }
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  return value === null || value === undefined ? null : String(value);
}
