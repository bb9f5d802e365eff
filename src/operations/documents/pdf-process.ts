/** Main file of the process that reads the text of a PDF: the bytes on stdin, and on stdout the text of its first pages. */
import { getDocumentProxy } from 'unpdf';

/** Pages and characters that are read. */
const [PAGES, CHARACTERS] = [50, 100_000];

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
// pdf.js evaluates no code of a font, and opens no address.
const pdf = await getDocumentProxy(new Uint8Array(Buffer.concat(chunks)), {
  isEvalSupported: false,
  useSystemFonts: false,
  verbosity: 0,
});
let text = '';
for (let number = 1; number <= Math.min(pdf.numPages, PAGES) && text.length < CHARACTERS; number += 1) {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
  text += '\n';
}
process.stdout.write(text.slice(0, CHARACTERS));
