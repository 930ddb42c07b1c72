export {
  connectToRunning,
  openDatabase,
  type OpenDatabaseOptions,
  type OpenedDatabase,
} from './open-database';
export { DataFolderInUse } from './supervisor';
