// The floor for files: a bare node:http handler. GET streams a file from the disk. POST parses JSON, decodes base64,
// writes a temporary file, syncs, renames and syncs the folder: the minimum for a durable file.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const folder = process.env.FOLDER;
const synced = async (path, flags, content) => {
  const file = await open(path, flags);
  if (content) await file.writeFile(content);
  await file.sync();
  await file.close();
};

// Longer than a round of the other side, so that no connection ends between two rounds.
createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const path = join(folder, request.url.slice(1));
  if (request.method === 'GET') {
    response.setHeader('content-length', (await stat(path)).size);
    createReadStream(path, { highWaterMark: 1 << 18 }).pipe(response);
    return;
  }
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { base64 } = JSON.parse(Buffer.concat(pieces).toString());
  const name = randomUUID();
  await synced(join(folder, `${name}.part`), 'wx', Buffer.from(base64, 'base64'));
  await rename(join(folder, `${name}.part`), join(folder, name));
  await synced(folder, 'r');
  response.statusCode = 201;
  response.setHeader('content-type', 'application/json');
  response.end(`{"success":true,"name":"${name}"}`);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
