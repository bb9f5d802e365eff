/**
 * Relation types between customers (rules 9.23). `beziehung` says what the other customer is to the one in the path;
 * the reverse is chosen among the pairs by that customer's salutation, so every type has a reverse without one to fall
 * back on (rules 5.9). Ids are stored in relations and never change: group number times 100 plus a count.
 */

type Salutation = 'Herr' | 'Frau';

export interface RelationType {
  readonly id: number;
  readonly name: string;
  /** Salutation of matching customers; null matches all. */
  readonly anrede: Salutation | null;
  /** Group, an id of `relationFolders`. */
  readonly kreis: number;
  /** The form without a salutation that this one is a form of. */
  readonly parent_id: number | null;
}

export interface RelationPair {
  readonly beziehung: number;
  readonly reverse_beziehung: number;
}

export interface RelationFolder {
  readonly id: number;
  readonly name: string;
}

export const relationFolders: readonly RelationFolder[] = Object.freeze([
  { id: 1, name: 'Familie' },
  { id: 2, name: 'Partnerschaft' },
  { id: 3, name: 'Vertretung' },
  { id: 4, name: 'Unternehmen' },
  { id: 5, name: 'Vermittlung' },
  { id: 6, name: 'Sonstige' },
]);

/** First id, the neutral form, and its forms by salutation, with the following ids. */
type Family = readonly [first: number, name: string, forms?: { readonly herr?: string; readonly frau?: string }];

// Where German uses the masculine form for all (Geschäftsführer), it is the one without salutation and only the
// feminine form is added: two types of one group never share a name.
const families: readonly Family[] = [
  [101, 'Elternteil', { herr: 'Vater', frau: 'Mutter' }],
  [104, 'Kind', { herr: 'Sohn', frau: 'Tochter' }],
  [107, 'Großelternteil', { herr: 'Großvater', frau: 'Großmutter' }],
  [110, 'Enkelkind', { herr: 'Enkel', frau: 'Enkelin' }],
  [113, 'Geschwister', { herr: 'Bruder', frau: 'Schwester' }],
  [116, 'Stiefelternteil', { herr: 'Stiefvater', frau: 'Stiefmutter' }],
  [119, 'Stiefkind', { herr: 'Stiefsohn', frau: 'Stieftochter' }],
  [122, 'Adoptivelternteil', { herr: 'Adoptivvater', frau: 'Adoptivmutter' }],
  [125, 'Adoptivkind', { herr: 'Adoptivsohn', frau: 'Adoptivtochter' }],
  [128, 'Pflegeelternteil', { herr: 'Pflegevater', frau: 'Pflegemutter' }],
  [131, 'Pflegekind', { herr: 'Pflegesohn', frau: 'Pflegetochter' }],
  [134, 'Schwiegerelternteil', { herr: 'Schwiegervater', frau: 'Schwiegermutter' }],
  [137, 'Schwiegerkind', { herr: 'Schwiegersohn', frau: 'Schwiegertochter' }],
  [140, 'Onkel/Tante', { herr: 'Onkel', frau: 'Tante' }],
  [143, 'Neffe/Nichte', { herr: 'Neffe', frau: 'Nichte' }],
  [146, 'Cousin/Cousine', { herr: 'Cousin', frau: 'Cousine' }],
  [149, 'Schwager/Schwägerin', { herr: 'Schwager', frau: 'Schwägerin' }],
  [152, 'Pate/Patin', { herr: 'Pate', frau: 'Patin' }],
  [155, 'Patenkind', { herr: 'Patensohn', frau: 'Patentochter' }],

  [201, 'Ehepartner', { herr: 'Ehemann', frau: 'Ehefrau' }],
  [204, 'Eingetragener Lebenspartner', { frau: 'Eingetragene Lebenspartnerin' }],
  [206, 'Lebensgefährte', { frau: 'Lebensgefährtin' }],
  [208, 'Ex-Ehepartner', { herr: 'Ex-Ehemann', frau: 'Ex-Ehefrau' }],
  [211, 'Verlobte/r', { herr: 'Verlobter', frau: 'Verlobte' }],

  [301, 'Gesetzlicher Vertreter', { frau: 'Gesetzliche Vertreterin' }],
  [303, 'Vertretene Person'],
  [304, 'Betreuer (rechtlich)', { frau: 'Betreuerin (rechtlich)' }],
  [306, 'Betreute Person'],
  [307, 'Vormund'],
  [308, 'Mündel'],
  [309, 'Bevollmächtigter', { frau: 'Bevollmächtigte' }],
  [311, 'Vollmachtgeber', { frau: 'Vollmachtgeberin' }],
  [313, 'Erblasser', { frau: 'Erblasserin' }],
  [315, 'Erbe', { frau: 'Erbin' }],
  [317, 'Testamentsvollstrecker', { frau: 'Testamentsvollstreckerin' }],
  [319, 'Rechtsanwalt', { frau: 'Rechtsanwältin' }],
  [321, 'Mandant', { frau: 'Mandantin' }],
  [323, 'Steuerberater', { frau: 'Steuerberaterin' }],

  [401, 'Geschäftsführer', { frau: 'Geschäftsführerin' }],
  [403, 'Geführtes Unternehmen'],
  [404, 'Gesellschafter', { frau: 'Gesellschafterin' }],
  [406, 'Beteiligungsunternehmen'],
  [407, 'Inhaber', { frau: 'Inhaberin' }],
  [409, 'Betrieb'],
  [410, 'Vorstand', { frau: 'Vorständin' }],
  [412, 'Aktiengesellschaft'],
  [413, 'Prokurist', { frau: 'Prokuristin' }],
  [415, 'Unternehmen'],
  [416, 'Ansprechpartner', { frau: 'Ansprechpartnerin' }],
  [418, 'Arbeitgeber', { frau: 'Arbeitgeberin' }],
  [420, 'Arbeitnehmer', { frau: 'Arbeitnehmerin' }],
  [422, 'Muttergesellschaft'],
  [423, 'Tochtergesellschaft'],
  [424, 'Schwesterunternehmen'],
  [425, 'Geschäftspartner', { frau: 'Geschäftspartnerin' }],
  [427, 'WEG-Verwalter', { frau: 'WEG-Verwalterin' }],
  [429, 'Wohnungseigentümergemeinschaft'],
  [430, 'Verein'],
  [431, 'Mitglied'],
  [432, 'Rechtsvorgänger', { frau: 'Rechtsvorgängerin' }],
  [434, 'Rechtsnachfolger', { frau: 'Rechtsnachfolgerin' }],

  [501, 'Empfehlungsgeber', { frau: 'Empfehlungsgeberin' }],
  [503, 'Empfohlener', { frau: 'Empfohlene' }],
  [505, 'Tippgeber', { frau: 'Tippgeberin' }],
  [507, 'Vermittelter Kunde', { frau: 'Vermittelte Kundin' }],

  [601, 'Vermieter', { frau: 'Vermieterin' }],
  [603, 'Mieter', { frau: 'Mieterin' }],
  [605, 'Versicherungsnehmer', { frau: 'Versicherungsnehmerin' }],
  [607, 'Mitversicherte Person'],
  [608, 'Beitragszahler', { frau: 'Beitragszahlerin' }],
  [610, 'Bezugsberechtigter', { frau: 'Bezugsberechtigte' }],
  [612, 'Versicherte Person'],
  [613, 'Nachbar', { frau: 'Nachbarin' }],
  [615, 'Freund/in', { herr: 'Freund', frau: 'Freundin' }],
  [618, 'Haushaltsmitglied'],
];

/** Reciprocal families, by first id; a symmetric one is listed twice. */
const reciprocal: readonly (readonly [number, number])[] = [
  [101, 104],
  [107, 110],
  [113, 113],
  [116, 119],
  [122, 125],
  [128, 131],
  [134, 137],
  [140, 143],
  [146, 146],
  [149, 149],
  [152, 155],
  [201, 201],
  [204, 204],
  [206, 206],
  [208, 208],
  [211, 211],
  [301, 303],
  [304, 306],
  [307, 308],
  [309, 311],
  [313, 315],
  [317, 315],
  [319, 321],
  [323, 321],
  [401, 403],
  [404, 406],
  [407, 409],
  [410, 412],
  [413, 415],
  [416, 415],
  [418, 420],
  [422, 423],
  [424, 424],
  [425, 425],
  [427, 429],
  [430, 431],
  [432, 434],
  [501, 503],
  [505, 507],
  [601, 603],
  [605, 607],
  [608, 605],
  [610, 612],
  [613, 613],
  [615, 615],
  [618, 618],
];

const typesOf = ([first, name, { herr, frau } = {}]: Family): RelationType[] => {
  const kreis = Math.floor(first / 100);
  const forms: [string, Salutation][] = [];
  if (herr) forms.push([herr, 'Herr']);
  if (frau) forms.push([frau, 'Frau']);
  return [
    { id: first, name, anrede: null, kreis, parent_id: null },
    ...forms.map(([form, anrede], i) => ({ id: first + 1 + i, name: form, anrede, kreis, parent_id: first })),
  ];
};

export const relationTypes: readonly RelationType[] = Object.freeze(
  families.flatMap((family) => typesOf(family).map((type) => Object.freeze(type))),
);

/** Every form of a family answers every form of the other, in both directions; a family of its own only once. */
const pairsOf = ([left, right]: readonly [number, number]): RelationPair[] => {
  const formsOf = (first: number) => relationTypes.filter(({ id, parent_id }) => id === first || parent_id === first);
  const oneWay = (from: number, to: number) =>
    formsOf(from).flatMap((a) => formsOf(to).map((b) => Object.freeze({ beziehung: a.id, reverse_beziehung: b.id })));
  return left === right ? oneWay(left, right) : [...oneWay(left, right), ...oneWay(right, left)];
};

export const relationPairs: readonly RelationPair[] = Object.freeze(reciprocal.flatMap(pairsOf));
