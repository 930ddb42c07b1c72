export { DatabaseUnusable } from './database-unusable';
export { inTurn } from './in-turn';
export { connectToRunning, openDatabase, type OpenDatabaseOptions, type OpenedDatabase } from './open-database';
export { DataFolderInUse } from './supervisor';
