/** Names of files in the part of a repository that one key opens. */
import type { BackupKey } from './backup-encryption.ts';
import type { EncryptedStore } from './encrypted-store.ts';

const PIECE = /^lines\/([0-9a-f]+)\/wal\/([0-9A-F]{24})-(\d+)$/;
const BASE = /^lines\/([0-9a-f]+)\/bases\/(\d+)$/;
const ORGANISATION_DIGITS = 12;

/** A WAL segment. A line is a sequence of segments without a gap, of one database. */
export interface WalChunk {
  readonly name: string;
  readonly segment: string;
  /** The line has all that was committed until then (milliseconds since 1970), with the last segment that has this time. */
  readonly at: number;
}

/** A copy of the whole database, from which the segments of its line lead on. */
export interface BaseName {
  readonly name: string;
  readonly line: string;
  /** The earliest moment that it can be restored to. */
  readonly at: number;
}

/** How far a line is; written last, whenever something was added. */
export interface TimelineHead {
  readonly at: number;
  /** The last segment, and the WAL position of the mark in it. */
  readonly segment: string;
  readonly position: string;
  /** Keys of the secrets in the database, where a file keeps them. */
  readonly secretsKeys: readonly string[];
}

export const timelineFolder = (line: string): string => `lines/${line}/`;
export const timelineHeadName = (line: string): string => `lines/${line}/head`;
export const baseName = (line: string, at: number): string => `lines/${line}/bases/${at}`;
export const walChunkName = (line: string, segment: string, at: number): string => `lines/${line}/wal/${segment}-${at}`;
export const blockName = (key: BackupKey, digest: Uint8Array): string => {
  const name = key.nameOf(digest);
  return `blocks/${name.slice(0, 2)}/${name}`;
};
/** Content of a document, by its key in the store. */
export const contentFolder = (key: BackupKey, orgId: number): string =>
  `content/${key.nameOf(`organisation ${orgId}`).slice(0, ORGANISATION_DIGITS)}/`;
export const contentName = (key: BackupKey, orgId: number, stored: string): string =>
  contentFolder(key, orgId) + key.nameOf(stored);

/** The segments of a line. A segment that was stored twice has its earliest time. */
export const walChunksOf = async (vault: EncryptedStore, line: string): Promise<Map<string, WalChunk>> => {
  const pieces = new Map<string, WalChunk>();
  for await (const name of vault.list(`${timelineFolder(line)}wal/`)) {
    const [, , segment, time] = PIECE.exec(name) ?? [];
    const at = Number(time);
    if (segment && !(at >= (pieces.get(segment)?.at ?? Number.POSITIVE_INFINITY)))
      pieces.set(segment, { name, segment, at });
  }
  return pieces;
};

/** The copies of the whole database, oldest first, and all lines. */
export const basesIn = async (
  vault: EncryptedStore,
  within = 'lines/',
): Promise<{ bases: BaseName[]; lines: string[] }> => {
  const bases: BaseName[] = [];
  const lines = new Set<string>();
  for await (const name of vault.list(within)) {
    const [, line = '', at] = BASE.exec(name) ?? [];
    if (at) bases.push({ name, line, at: Number(at) });
    lines.add(name.split('/')[1] ?? '');
  }
  return { bases: bases.sort((a, b) => a.at - b.at), lines: [...lines] };
};
