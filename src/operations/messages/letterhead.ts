/** How the letterhead of an organisation is on its letters, and a letter that shows it. */
import type { Language } from '../../shared/disclosure.ts';
import type { Letterhead } from '../../shared/letterhead.ts';
import type { LetterContent } from './letter-pdf.ts';

type Head = Pick<LetterContent, 'firm' | 'sender' | 'contact' | 'footer'>;

const present = (...lines: readonly string[]): readonly string[] => lines.map((line) => line.trim()).filter(Boolean);

/**
 * The letterhead as a letter prints it.
 * @param organisation its name, where the letterhead has none
 * @param fallback the address above the recipient, where the letterhead has none
 */
export const headOf = (
  { name, strasse, plz, ort, telefon, email, website, footer }: Letterhead,
  organisation: string,
  fallback: string,
): Head => {
  const firm = name || organisation;
  const town = present(plz, ort).join(' ');
  const address = present(strasse, town);
  return {
    firm,
    sender: present(firm, ...(address.length ? address : [fallback])).join(' · '),
    contact: present(...address, telefon, email, website),
    footer: present(...footer),
  };
};

const SAMPLES = {
  de: {
    address: 'Frau\nErika Muster\nMusterweg 1\n12345 Musterstadt',
    subject: 'Musterbrief',
    text: 'Sehr geehrte Frau Muster,\n\nso sehen die Briefe Ihrer Organisation aus.\n\nMit freundlichen Grüßen',
  },
  en: {
    address: 'Ms\nErika Muster\nMusterweg 1\n12345 Musterstadt',
    subject: 'Sample letter',
    text: 'Dear Ms Muster,\n\nThis is what the letters of your organisation look like.\n\nYours sincerely',
  },
};

/** A sample letter with a letterhead. */
export const sampleLetter = (letterhead: Letterhead, organisation: string, language: Language): LetterContent => ({
  ...{ kind: 'letter', language, info: [] },
  ...SAMPLES[language],
  ...headOf(letterhead, organisation, ''),
});
