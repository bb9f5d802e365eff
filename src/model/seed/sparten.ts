/**
 * Insurance lines (Sparten) of every new organisation (rules 9.24). Ids and keys are stored in contracts, so they
 * never change; a new line is a new row at the end. Corrections: docs/decisions/0003.
 */

/** One insurance line. */
export interface Sparte {
  readonly id: number;
  /** Key that creates may send in place of the id. */
  readonly sparte: string;
  /** Line number in the data exchange of German insurers (GDV); null for products of banks and building societies. */
  readonly gdv: string | null;
  readonly bereich: string;
  readonly name: string;
  /** The contract is renewed unless notice is given. */
  readonly auto_verlaengerung: boolean;
  /** Months of notice to the end of a period. */
  readonly kuendigungsfrist: number;
  /** Days before the end of the notice period in which a broker works on the contract. */
  readonly bearbeitungszeitraum: number;
  /** Insurance tax in percent of the premium. */
  readonly steuersatz: number;
  /** Among the common ones, as the catalogue says; an organisation begins with all of them switched on. */
  readonly standard: boolean;
}

const RENEWS = true;
const ENDS = false;

// Insurance tax, VersStG section 6; a reduced base (section 5) makes the odd rates.
const REGULAR = 19;
/** 22 % of 60 % of the premium; fire brigades get their share as fire protection tax. */
const FIRE = 13.2;
/** 19 % of 85 %. */
const CONTENTS = 16.15;
/** 19 % of 86 %. */
const BUILDING = 16.34;
/** 19 % of the fifth that is no saving. */
const ACCIDENT_REFUND = 3.8;
/** Life, disability, health and long-term care (section 4), and what is no insurance. */
const EXEMPT = 0;

const DAYS_TO_WORK_ON_IT = 30;

type Row = readonly [number, string, string | null, string, string, boolean, number, number, boolean];

// id, key, GDV number, area, name, renewal, months of notice, tax, standard
const rows: readonly Row[] = [
  [1, 'buendel', '000', 'Sonstige', 'Gebündelter Vertrag', RENEWS, 3, REGULAR, false],
  [2, 'kapitalleben', '010', 'Leben', 'Kapitallebensversicherung', ENDS, 1, EXEMPT, true],
  [3, 'risikoleben', '010', 'Leben', 'Risikolebensversicherung', ENDS, 1, EXEMPT, true],
  [4, 'fondsleben', '010', 'Leben', 'Fondsgebundene Lebensversicherung', ENDS, 1, EXEMPT, true],
  [5, 'rente_privat', '010', 'Leben', 'Private Rentenversicherung', ENDS, 1, EXEMPT, true],
  [6, 'rente_fonds', '010', 'Leben', 'Fondsgebundene Rentenversicherung', ENDS, 1, EXEMPT, true],
  [7, 'riester', '010', 'Leben', 'Riester-Rente', ENDS, 3, EXEMPT, true],
  [8, 'basisrente', '010', 'Leben', 'Basisrente (Rürup)', ENDS, 1, EXEMPT, true],
  [9, 'bu', '010', 'Leben', 'Berufsunfähigkeitsversicherung', ENDS, 1, EXEMPT, true],
  [10, 'eu', '010', 'Leben', 'Erwerbsunfähigkeitsversicherung', ENDS, 1, EXEMPT, true],
  [11, 'grundfaehigkeit', '010', 'Leben', 'Grundfähigkeitsversicherung', ENDS, 1, EXEMPT, true],
  [12, 'dread_disease', '010', 'Leben', 'Schwere-Krankheiten-Versicherung', ENDS, 1, EXEMPT, false],
  [13, 'sterbegeld', '010', 'Leben', 'Sterbegeldversicherung', ENDS, 1, EXEMPT, true],
  [14, 'bav_direkt', '010', 'Betriebliche Vorsorge', 'bAV Direktversicherung', ENDS, 1, EXEMPT, true],
  [15, 'bav_ukasse', '010', 'Betriebliche Vorsorge', 'bAV Unterstützungskasse', ENDS, 1, EXEMPT, false],
  [16, 'bav_pkasse', '010', 'Betriebliche Vorsorge', 'bAV Pensionskasse', ENDS, 1, EXEMPT, false],
  [17, 'bav_pfonds', '010', 'Betriebliche Vorsorge', 'bAV Pensionsfonds', ENDS, 1, EXEMPT, false],
  [18, 'bkv', '020', 'Betriebliche Vorsorge', 'Betriebliche Krankenversicherung', RENEWS, 3, EXEMPT, false],
  [19, 'pkv_voll', '020', 'Kranken', 'Private Krankenvollversicherung', RENEWS, 3, EXEMPT, true],
  [20, 'pkv_zusatz', '020', 'Kranken', 'Krankenzusatzversicherung', RENEWS, 3, EXEMPT, true],
  [21, 'zahnzusatz', '020', 'Kranken', 'Zahnzusatzversicherung', RENEWS, 3, EXEMPT, true],
  [22, 'krankentagegeld', '020', 'Kranken', 'Krankentagegeldversicherung', RENEWS, 3, EXEMPT, true],
  [23, 'pflegezusatz', '020', 'Kranken', 'Pflegezusatzversicherung', RENEWS, 3, EXEMPT, true],
  [24, 'ausland_kv', '020', 'Kranken', 'Auslandsreisekrankenversicherung', RENEWS, 1, EXEMPT, true],
  [25, 'gkv', '020', 'Kranken', 'Gesetzliche Krankenversicherung', RENEWS, 2, EXEMPT, true],
  [26, 'unfall', '030', 'Unfall', 'Unfallversicherung', RENEWS, 3, REGULAR, true],
  [27, 'unfall_prg', '030', 'Unfall', 'Unfallversicherung mit Prämienrückgewähr', RENEWS, 3, ACCIDENT_REFUND, false],
  [28, 'phv', '040', 'Haftpflicht', 'Privathaftpflicht', RENEWS, 3, REGULAR, true],
  [29, 'thv', '040', 'Haftpflicht', 'Tierhalterhaftpflicht', RENEWS, 3, REGULAR, true],
  [30, 'hug', '040', 'Haftpflicht', 'Haus- und Grundbesitzerhaftpflicht', RENEWS, 3, REGULAR, true],
  [31, 'bauherren_hv', '040', 'Haftpflicht', 'Bauherrenhaftpflicht', ENDS, 1, REGULAR, false],
  [32, 'gewaesser_hv', '040', 'Haftpflicht', 'Gewässerschadenhaftpflicht', RENEWS, 3, REGULAR, false],
  [33, 'jagd_hv', '040', 'Haftpflicht', 'Jagdhaftpflicht', RENEWS, 3, REGULAR, false],
  [34, 'diensthv', '040', 'Haftpflicht', 'Diensthaftpflicht', RENEWS, 3, REGULAR, false],
  [35, 'bhv', '040', 'Gewerbe', 'Betriebshaftpflicht', RENEWS, 3, REGULAR, true],
  [36, 'berufshv', '040', 'Gewerbe', 'Berufshaftpflicht', RENEWS, 3, REGULAR, true],
  [37, 'vsh', '040', 'Gewerbe', 'Vermögensschadenhaftpflicht', RENEWS, 3, REGULAR, true],
  [38, 'do', '040', 'Gewerbe', 'D&O (Organhaftung)', RENEWS, 3, REGULAR, false],
  [39, 'produkt_hv', '040', 'Gewerbe', 'Produkthaftpflicht', RENEWS, 3, REGULAR, false],
  [40, 'umwelt_hv', '040', 'Gewerbe', 'Umwelthaftpflicht', RENEWS, 3, REGULAR, false],
  [41, 'kfz', '050', 'Kraftfahrt', 'Kraftfahrtversicherung', RENEWS, 1, REGULAR, true],
  [42, 'kfz_haft', '051', 'Kraftfahrt', 'Kfz-Haftpflicht', RENEWS, 1, REGULAR, true],
  [43, 'kfz_vk', '052', 'Kraftfahrt', 'Kfz-Vollkasko', RENEWS, 1, REGULAR, true],
  [44, 'kfz_tk', '053', 'Kraftfahrt', 'Kfz-Teilkasko', RENEWS, 1, REGULAR, true],
  [45, 'kfz_insassen', '054', 'Kraftfahrt', 'Kfz-Insassenunfall', RENEWS, 1, REGULAR, false],
  [46, 'schutzbrief', '510', 'Kraftfahrt', 'Verkehrsservice / Schutzbrief', RENEWS, 1, REGULAR, true],
  [47, 'flotte', '050', 'Gewerbe', 'Kfz-Flotte', RENEWS, 1, REGULAR, false],
  [48, 'rs_privat', '070', 'Rechtsschutz', 'Rechtsschutz Privat/Beruf/Verkehr', RENEWS, 3, REGULAR, true],
  [49, 'rs_gewerbe', '070', 'Gewerbe', 'Firmenrechtsschutz', RENEWS, 3, REGULAR, false],
  [50, 'feuer', '080', 'Sach', 'Feuerversicherung', RENEWS, 3, FIRE, false],
  [51, 'einbruch', '090', 'Sach', 'Einbruchdiebstahlversicherung', RENEWS, 3, REGULAR, false],
  [52, 'leitungswasser', '100', 'Sach', 'Leitungswasserversicherung', RENEWS, 3, REGULAR, false],
  [53, 'glas', '110', 'Sach', 'Glasversicherung', RENEWS, 3, REGULAR, true],
  [54, 'sturm', '120', 'Sach', 'Sturmversicherung', RENEWS, 3, REGULAR, false],
  [55, 'hausrat', '130', 'Sach', 'Hausratversicherung', RENEWS, 3, CONTENTS, true],
  [56, 'wohngebaeude', '140', 'Sach', 'Wohngebäudeversicherung', RENEWS, 3, BUILDING, true],
  [57, 'elementar', '210', 'Sach', 'Weitere Elementargefahren', RENEWS, 3, REGULAR, false],
  [58, 'tier_op', '160', 'Sach', 'Tierkranken-/OP-Versicherung', RENEWS, 3, REGULAR, false],
  [59, 'geraete', '175', 'Sach', 'Geräteversicherung', RENEWS, 3, REGULAR, false],
  [60, 'fahrrad', '290', 'Sach', 'Fahrradversicherung', RENEWS, 3, REGULAR, false],
  [61, 'reise', '290', 'Reise', 'Reiserücktritt/-gepäck', RENEWS, 1, REGULAR, false],
  [62, 'inhalt', '080', 'Gewerbe', 'Geschäftsinhaltsversicherung', RENEWS, 3, REGULAR, true],
  [63, 'bu_betrieb', '230', 'Gewerbe', 'Betriebsunterbrechung', RENEWS, 3, REGULAR, false],
  [64, 'elektronik', '172', 'Gewerbe', 'Elektronikversicherung', RENEWS, 3, REGULAR, false],
  [65, 'maschinen', '171', 'Gewerbe', 'Maschinenversicherung', RENEWS, 3, REGULAR, false],
  [66, 'bauleistung', '176', 'Gewerbe', 'Bauleistungsversicherung', ENDS, 1, REGULAR, false],
  [67, 'transport', '190', 'Gewerbe', 'Transportversicherung', RENEWS, 3, REGULAR, false],
  [68, 'cyber', '290', 'Gewerbe', 'Cyberversicherung', RENEWS, 3, REGULAR, true],
  [69, 'kredit', '200', 'Gewerbe', 'Kredit-/Kautionsversicherung', RENEWS, 3, REGULAR, false],
  [70, 'bausparen', '580', 'Finanzen', 'Bausparvertrag', ENDS, 0, EXEMPT, true],
  [71, 'baufi', null, 'Finanzen', 'Baufinanzierung', ENDS, 0, EXEMPT, true],
  [72, 'konsumkredit', null, 'Finanzen', 'Ratenkredit', ENDS, 0, EXEMPT, false],
  [73, 'depot', null, 'Finanzen', 'Investmentdepot/Fonds', ENDS, 0, EXEMPT, true],
  [74, 'beteiligung', null, 'Finanzen', 'Sachwertbeteiligung', ENDS, 0, EXEMPT, false],
  [75, 'tagesgeld', null, 'Finanzen', 'Tages-/Festgeld', ENDS, 0, EXEMPT, false],
];

export const sparten: readonly Sparte[] = Object.freeze(
  rows.map(([id, sparte, gdv, bereich, name, auto_verlaengerung, kuendigungsfrist, steuersatz, standard]) =>
    Object.freeze({
      id,
      sparte,
      gdv,
      bereich,
      name,
      auto_verlaengerung,
      kuendigungsfrist,
      bearbeitungszeitraum: DAYS_TO_WORK_ON_IT,
      steuersatz,
      standard,
    }),
  ),
);
