/** What lies where in the part of a repository that one key opens. */
import type { BackupKey } from './sealed.ts';
import type { Vault } from './vault.ts';

const POSITION_DIGITS = 16;
const PIECE = /^lines\/([0-9a-f]+)\/log\/([0-9a-f]{16})-([0-9a-f]{16})-(\d+)$/;
const BASE = /^lines\/([0-9a-f]+)\/bases\/(\d+)$/;
const ORGANISATION_DIGITS = 12;

/** A piece of the log. A line is a sequence of positions without a break, of one database. */
export interface Piece {
  readonly name: string;
  readonly from: bigint;
  readonly to: bigint;
  /** With it, the line has all that was committed until then (milliseconds since 1970). */
  readonly at: number;
}

/** A copy of the whole database, from which pieces of its line lead on. */
export interface BaseName {
  readonly name: string;
  readonly line: string;
  /** The earliest moment that it can be restored to. */
  readonly at: number;
}

/** How far a line is; written last, whenever something was added. */
export interface Head {
  readonly at: number;
  readonly position: string;
}

const digits = (position: bigint): string => position.toString(16).padStart(POSITION_DIGITS, '0');

export const lineFolder = (line: string): string => `lines/${line}/`;
export const headName = (line: string): string => `lines/${line}/head`;
export const secretsName = (line: string): string => `lines/${line}/secrets.key`;
export const baseName = (line: string, at: number): string => `lines/${line}/bases/${at}`;
export const pieceName = (line: string, from: bigint, to: bigint, at: number): string =>
  `lines/${line}/log/${digits(from)}-${digits(to)}-${at}`;
export const blockName = (key: BackupKey, digest: Uint8Array): string => {
  const name = key.nameOf(digest);
  return `blocks/${name.slice(0, 2)}/${name}`;
};
/** Content of a document, by its key in the store. */
export const contentFolder = (key: BackupKey, orgId: number): string =>
  `content/${key.nameOf(`organisation ${orgId}`).slice(0, ORGANISATION_DIGITS)}/`;
export const contentName = (key: BackupKey, orgId: number, stored: string): string =>
  contentFolder(key, orgId) + key.nameOf(stored);

/** The pieces of a line, in order. */
export const piecesOf = async (vault: Vault, line: string): Promise<Piece[]> => {
  const pieces: Piece[] = [];
  for await (const name of vault.list(`${lineFolder(line)}log/`)) {
    const [, , from, to, at] = PIECE.exec(name) ?? [];
    if (at) pieces.push({ name, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`), at: Number(at) });
  }
  return pieces.sort((a, b) => (a.from === b.from ? Number(a.to - b.to) : a.from < b.from ? -1 : 1));
};

/** The copies of the whole database, oldest first, and all lines that there are. */
export const basesIn = async (vault: Vault, within = 'lines/'): Promise<{ bases: BaseName[]; lines: string[] }> => {
  const bases: BaseName[] = [];
  const lines = new Set<string>();
  for await (const name of vault.list(within)) {
    const [, line = '', at] = BASE.exec(name) ?? [];
    if (at) bases.push({ name, line, at: Number(at) });
    lines.add(name.split('/')[1] ?? '');
  }
  return { bases: bases.sort((a, b) => a.at - b.at), lines: [...lines] };
};
