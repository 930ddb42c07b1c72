import { entryValue, type Entries, type FormEntries } from '~/forms/form-entries';
import type { FormWindow } from '~/store/drafts';
import type { StashState } from '~/store/schema';

/** Name of the hidden field with the snapshot of a form. */
export const formSnapshotField = 'opened';

/** State of a form when it was rendered. Not secret and not trusted (docs/forms.md). */
export interface FormSnapshot extends FormWindow {
  /** ISO 8601; null if unknown. */
  openedAt: string | null;
  /** Tag of the account it was rendered for; '' if unknown. */
  account: string;
  /** Digest of the content; '' if unknown. */
  digest: string;
}

/** Another window was first. */
export interface ShownConflict {
  /** Snapshot with the version of the other window. */
  seen: string;
  /** The order that met the conflict. */
  intent: string;
  /** Labels of the fields that differ; empty if they are not told. */
  fields: string[];
}

/** The draft and the other versions of a form, as its screen shows them; times are written out. */
export interface FormVersions {
  /** Snapshot of the form. */
  opened: string;
  /** Address that stores its draft by script. */
  autosave: string;
  draft: { time: string; savedAfterSessionEnd: boolean } | null;
  stashed: { id: string; reason: StashState; time: string }[];
  conflict: ShownConflict | null;
}

/** Encodes a snapshot as a text without spaces. */
export function encodeFormSnapshot(snapshot: FormSnapshot): string {
  const { version, openedAt, account, windowId, digest, savedTag } = snapshot;
  const tag = Buffer.from(savedTag).toString('base64url');
  return [version, openedAt === null ? '' : Date.parse(openedAt), account, windowId, digest, tag].join('.');
}

/** Reads what `encodeFormSnapshot` wrote; null for anything else. A tag that is not an ETag (RFC 9110) is dropped. */
export function parseFormSnapshot(encoded: string): FormSnapshot | null {
  const pattern = /^(\d{1,15})\.(\d{0,15})\.([\w-]{0,64})\.([\w-]{1,64})\.([\w-]{0,64})\.([\w-]{0,300})$/;
  const [, version, time, account = '', windowId = '', digest = '', encodedTag = ''] = pattern.exec(encoded) ?? [];
  if (version === undefined) return null;
  const tag = Buffer.from(encodedTag, 'base64url').toString();
  const savedTag = /^"[!#-~]{1,200}"$/.test(tag) ? tag : '';
  const openedAt = time ? new Date(Number(time)).toISOString() : null;
  return { version: Number(version), openedAt, account, windowId, digest, savedTag };
}

/** The snapshot in a posted form. A form without one counts as older than everything. */
export function readFormSnapshot(entries: Entries): FormSnapshot {
  const unknown = { version: 0, openedAt: null, account: '', windowId: crypto.randomUUID(), digest: '', savedTag: '' };
  return parseFormSnapshot(entryValue(entries, formSnapshotField)) ?? unknown;
}

/** Posted entries with another snapshot. With their own, all that is done with a form without one has the same window. */
export function withSnapshot(entries: FormEntries, snapshot = readFormSnapshot(entries)): FormEntries {
  const others = entries.filter(([name]) => name !== formSnapshotField);
  return [...others, [formSnapshotField, encodeFormSnapshot(snapshot)]];
}

/** Posted entries with another snapshot and another order. */
export function withOrder(entries: FormEntries, snapshot: FormSnapshot, intent: string): FormEntries {
  const others = entries.filter(([name]) => name !== 'intent');
  return [...withSnapshot(others, snapshot), ['intent', intent]];
}
