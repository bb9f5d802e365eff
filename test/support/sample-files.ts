/** Small valid files of the kinds that brokers keep, and one as large as a file may be. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** One page, one line; the offsets of its table are those of its objects. */
const pdf = (text: string): Buffer => {
  const stream = `BT /F1 18 Tf 20 50 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
};

/** One pixel. */
const jpeg = (): Buffer =>
  Buffer.concat([
    Buffer.from(
      `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
      'base64',
    ),
    Buffer.from([0xff, 0xd9]),
  ]);

const numbers = (...all: readonly (readonly [value: number, bytes: number])[]): Buffer =>
  Buffer.concat(
    all.map(([value, bytes]) => {
      const one = Buffer.alloc(bytes);
      one.writeUIntLE(value, 0, bytes);
      return one;
    }),
  );

/** One stored file. */
const zip = (name: string, content: Buffer): Buffer => {
  const about = numbers(
    [20, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0x5c21, 2],
    [crc32(content), 4],
    [content.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  );
  const local = Buffer.concat([numbers([0x04034b50, 4]), about, Buffer.from(name), content]);
  const central = Buffer.concat([
    numbers([0x02014b50, 4], [20, 2]),
    about,
    numbers([0, 2], [0, 2], [0, 2], [0, 4], [0, 4]),
    Buffer.from(name),
  ]);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [1, 2], [1, 2], [central.length, 4], [local.length, 4], [0, 2]);
  return Buffer.concat([local, central, end]);
};

const eml = (): Buffer =>
  Buffer.from(
    [
      'From: a@example.com',
      'To: b@example.com',
      'Subject: =?utf-8?Q?K=C3=BCndigung?=',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Sehr geehrte Damen und Herren',
      '',
    ].join('\r\n'),
  );

/** Name, media type and bytes. */
export const sampleFiles = (): readonly (readonly [name: string, type: string, bytes: Buffer])[] => [
  ['Police.pdf', 'application/pdf', pdf('Police 4711')],
  ['Schaden.jpg', 'image/jpeg', jpeg()],
  ['Akte.zip', 'application/zip', zip('a.txt', Buffer.from('content'))],
  ['Nachricht.eml', 'message/rfc822', eml()],
  ['alle.bin', 'application/octet-stream', Buffer.from(Array.from({ length: 256 }, (_, i) => i))],
  ['groß.bin', 'application/octet-stream', randomBytes(25 * 1024 * 1024)],
];
