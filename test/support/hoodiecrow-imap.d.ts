/** The IMAP server that tests start; it ships no types. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  export interface Message {
    readonly raw: string;
    readonly flags: readonly string[];
    size?: number;
  }

  export interface Folder {
    uidvalidity: number;
    readonly messages: Message[];
  }

  export default function create(options: object): {
    readonly server: Server;
    readonly fetchHandlers: Record<string, (connection: unknown, message: Message) => unknown>;
    getMailbox(path: string): Folder;
    appendMessage(mailbox: string, flags: readonly string[], date: string | null, raw: string): unknown;
    listen(port: number, host: string): void;
  };
}
