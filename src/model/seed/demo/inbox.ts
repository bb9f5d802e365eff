/** Documents that wait in the inbox of the demo: six name a contract, one fits two customers, one names nothing. */
import type { DemoDocument } from './shape.ts';

const HAVELUFER = 'service@havelufer.example.com';

export const inbox: readonly DemoDocument[] = [
  {
    name: 'Nachtrag PH-700117.pdf',
    betreff: 'Nachtrag zur Privathaftpflicht',
    absender: HAVELUFER,
    lines: ['Nachtrag zum Versicherungsschein PH-700117', '', 'Neu mitversichert: Mia Sommer.'],
  },
  {
    name: 'Beitragsrechnung.pdf',
    betreff: 'Beitragsrechnung HR-700116',
    absender: HAVELUFER,
    lines: ['Beitragsrechnung Hausrat HR-700116', '', 'Jahresbeitrag 148,20 EUR, fällig zum Monatsende.'],
  },
  {
    name: 'Police BU-33081.pdf',
    betreff: 'Ihr Versicherungsschein',
    absender: 'vertrieb@bergquell.example.com',
    lines: ['Versicherungsschein BU-33081', '', 'Berufsunfähigkeitsversicherung, Dynamik 3 %.'],
  },
  {
    name: 'Kündigungsbestätigung.txt',
    betreff: 'Bestätigung Ihrer Kündigung',
    absender: HAVELUFER,
    lines: ['Guten Tag,', '', 'wir bestätigen die Kündigung der Kfz-Versicherung KF-703310.', '', 'Havelufer'],
  },
  {
    name: 'Schadenabrechnung.txt',
    betreff: 'Leitungswasserschaden',
    absender: 'schaden@havelufer.example.com',
    lines: ['Abrechnung zum Wohngebäudevertrag WG-700115', '', 'Wir überweisen 1.840,00 EUR an den Handwerker.'],
  },
  {
    name: 'Beitragsanpassung KV-910344.pdf',
    betreff: 'Beitragsanpassung zum Jahreswechsel',
    absender: 'makler@kuestenwacht.example.com',
    lines: ['Beitragsanpassung KV-910344', '', 'Der neue Beitrag gilt ab dem 1. Januar.'],
  },
  {
    name: 'Vollmacht.pdf',
    betreff: 'Unterlagen Sommer',
    absender: 'post@example.com',
    lines: ['Maklervollmacht', '', 'Unterschrieben zurück.'],
  },
  { name: 'Scan_0007.pdf', betreff: '', absender: '', lines: ['Gescannt am Empfang.'] },
];
