/** Sends raw bytes and reads raw responses: an ordinary client would refuse to send most of these requests. */
import { createConnection, type Socket } from 'node:net';

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  /** As it came; chunked answers with their sizes. */
  readonly body: Buffer;
  /** Bytes of all of it. */
  readonly size: number;
}

/** How an exchange ended without an answer. */
export type NoAnswer = 'closed' | 'silent';

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');
/** Nothing that is asked takes as long. */
const SILENT_MS = 30_000;

interface Framed {
  readonly status: number;
  readonly head: string;
  readonly start: number;
  readonly length: number | 'chunked' | 'end';
}

const framedBy = (bytes: Buffer, method: string): Framed | null => {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.subarray(0, end).toString('latin1');
  const status = Number(head.slice(9, 12));
  const start = end + HEAD_END.length;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const bodyless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  if (bodyless) return { status, head, start, length: 0 };
  if (/^transfer-encoding: *chunked/im.test(head)) return { status, head, start, length: 'chunked' };
  return { status, head, start, length: length === undefined ? 'end' : Number(length) };
};

/** A connection that is used again until it is closed. */
export class Wire {
  private socket: Socket | undefined;

  constructor(private readonly port: number) {}

  /** Sends a request and reads its answer. @param cut less is sent than was announced, then the connection is closed */
  async send(bytes: Buffer, method: string, cut = false): Promise<Answer | NoAnswer> {
    const again = this.socket !== undefined;
    const result = await this.exchange(bytes, method, cut);
    // A connection that was used before may have been closed just then.
    return again && result === 'closed' ? this.exchange(bytes, method, cut) : result;
  }

  private async exchange(bytes: Buffer, method: string, cut: boolean): Promise<Answer | NoAnswer> {
    const socket = await this.open();
    if (!socket) return 'closed';
    return new Promise((resolve) => {
      const pieces: Buffer[] = [];
      let size = 0;
      let framed: Framed | null = null;
      const finish = (result: Answer | NoAnswer): void => {
        clearTimeout(late);
        socket.removeAllListeners('data').removeAllListeners('close');
        const again = framed && framed.length !== 'end' && !/^connection: *close/im.test(framed.head);
        if (!again || cut || typeof result === 'string') this.close();
        resolve(result);
      };
      const answered = (): void => {
        const all = Buffer.concat(pieces);
        finish({
          status: framed?.status ?? 0,
          head: framed?.head ?? '',
          body: all.subarray(framed?.start ?? 0),
          size: all.length,
        });
      };
      const late = setTimeout(() => finish('silent'), SILENT_MS);
      socket.on('data', (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        if (!framed) {
          let bytesNow = Buffer.concat(pieces);
          framed = framedBy(bytesNow, method);
          while (framed && framed.status < 200) {
            bytesNow = bytesNow.subarray(framed.start);
            pieces.splice(0, pieces.length, bytesNow);
            size = bytesNow.length;
            framed = framedBy(bytesNow, method);
          }
        }
        if (!framed) return;
        if (framed.length === 'chunked') {
          const last = pieces.length > 1 && piece.length < 7 ? Buffer.concat(pieces.slice(-8)) : piece;
          if (last.subarray(-7).equals(CHUNKS_END) || (last.length < 7 && last.equals(CHUNKS_END.subarray(2))))
            answered();
        } else if (framed.length !== 'end' && size >= framed.start + framed.length) answered();
      });
      socket.once('close', () => (framed?.length === 'end' ? answered() : finish('closed')));
      socket.write(bytes, () => (cut ? socket.end() : undefined));
    });
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  /** The connection, a new one if it is closed; null if the port is closed. */
  private async open(): Promise<Socket | null> {
    if (this.socket && !this.socket.destroyed && this.socket.readable) return this.socket;
    const socket = createConnection({ port: this.port, host: '127.0.0.1', noDelay: true });
    // Writes after the other side has answered and closed fail; the response counts.
    socket.on('error', () => undefined);
    const connected = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('close', () => resolve(false)),
    );
    if (!connected) return null;
    socket.removeAllListeners('close');
    this.socket = socket;
    return socket;
  }
}
