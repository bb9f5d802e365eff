import { describe, expect, test } from 'vitest';
import { relationFolders, relationPairs, relationTypes } from '../../../src/model/seed/relation-types.ts';
import { sparten } from '../../../src/model/seed/sparten.ts';

/** Names of the relation types the data came with, by group; none may get lost. */
const sourceNames: Readonly<Record<number, string>> = {
  1: 'Vater, Mutter, Kind, Elternteil, Sohn, Tochter, Großelternteil, Enkelkind, Geschwister, Stiefelternteil, Stiefkind, Adoptivelternteil, Adoptivkind, Pflegeelternteil, Pflegekind, Schwiegerelternteil, Schwiegerkind, Onkel/Tante, Neffe/Nichte, Cousin/Cousine, Schwager/Schwägerin, Pate/Patin, Patenkind',
  2: 'Ehepartner, Eingetragener Lebenspartner, Lebensgefährte, Ex-Ehepartner, Verlobte/r',
  3: 'Gesetzlicher Vertreter, Vertretene Person, Betreuer (rechtlich), Betreute Person, Vormund, Mündel, Bevollmächtigter, Vollmachtgeber, Erblasser, Erbe, Testamentsvollstrecker, Rechtsanwalt, Mandant, Steuerberater',
  4: 'Geschäftsführer, Geführtes Unternehmen, Gesellschafter, Beteiligungsunternehmen, Inhaber, Betrieb, Vorstand, Aktiengesellschaft, Prokurist, Unternehmen, Ansprechpartner, Arbeitgeber, Arbeitnehmer, Muttergesellschaft, Tochtergesellschaft, Schwesterunternehmen, Geschäftspartner, WEG-Verwalter, Wohnungseigentümergemeinschaft, Verein, Mitglied, Rechtsvorgänger, Rechtsnachfolger',
  5: 'Empfehlungsgeber, Empfohlener, Tippgeber, Vermittelter Kunde',
  6: 'Vermieter, Mieter, Versicherungsnehmer, Mitversicherte Person, Beitragszahler, Bezugsberechtigter, Versicherte Person, Nachbar, Freund/in, Haushaltsmitglied',
};

const byId = new Map(relationTypes.map((type) => [type.id, type]));
const idOf = (kreis: number, name: string): number => {
  const type = relationTypes.find((candidate) => candidate.kreis === kreis && candidate.name === name);
  if (!type) throw new Error(`no relation type ${name} in group ${kreis}`);
  return type.id;
};
const reversesOf = (id: number) =>
  relationPairs.filter((pair) => pair.beziehung === id).map((pair) => byId.get(pair.reverse_beziehung)!);
const repeated = (values: readonly unknown[]) => values.filter((value, i) => values.indexOf(value) !== i);

/** Whether the pairs lead where people expect (rules 5.9). */
const reverseFor = (kreis: number, name: string, anrede: string): string | undefined => {
  const rank = (own: string | null) => (own === anrede ? 0 : own === null ? 1 : 2);
  return reversesOf(idOf(kreis, name)).sort((a, b) => rank(a.anrede) - rank(b.anrede) || a.id - b.id)[0]?.name;
};

describe('relation types', () => {
  test('ids are unique, and names within their group', () => {
    expect(repeated(relationTypes.map(({ id }) => id))).toEqual([]);
    expect(repeated(relationTypes.map(({ kreis, name }) => `${kreis} ${name}`))).toEqual([]);
  });

  test('every name of the source exists', () => {
    for (const [kreis, names] of Object.entries(sourceNames)) {
      for (const name of names.split(', ')) expect(idOf(Number(kreis), name)).toBeGreaterThan(0);
    }
  });

  test('groups exist, salutations are valid, parents are forms without one in the same group', () => {
    const folders = new Set(relationFolders.map(({ id }) => id));
    for (const { name, kreis, anrede, parent_id } of relationTypes) {
      expect(folders, name).toContain(kreis);
      expect([null, 'Herr', 'Frau'], name).toContain(anrede);
      expect(parent_id === null, name).toBe(anrede === null);
      if (parent_id !== null) expect(byId.get(parent_id), name).toMatchObject({ anrede: null, kreis, parent_id: null });
    }
  });

  test('a family has each salutation at most once', () => {
    expect(repeated(relationTypes.filter((t) => t.anrede).map((t) => `${t.parent_id} ${t.anrede}`))).toEqual([]);
  });

  test('every type has a reverse without a salutation', () => {
    for (const { id, name } of relationTypes) {
      expect(
        reversesOf(id).some(({ anrede }) => anrede === null),
        `${name}: a pair in reciprocal (src/model/seed/relation-types.ts)`,
      ).toBe(true);
    }
  });

  test('pairs exist in both directions, once each, between existing types', () => {
    const keys = relationPairs.map(({ beziehung, reverse_beziehung }) => `${beziehung} ${reverse_beziehung}`);
    expect(repeated(keys)).toEqual([]);
    const known = new Set(keys);
    for (const { beziehung, reverse_beziehung } of relationPairs) {
      expect(byId.has(beziehung) && byId.has(reverse_beziehung)).toBe(true);
      expect(known).toContain(`${reverse_beziehung} ${beziehung}`);
    }
  });

  test('the counterpart of one form of a family is that of all its forms', () => {
    for (const { id, parent_id } of relationTypes) {
      if (parent_id !== null) expect(reversesOf(id)).toEqual(reversesOf(parent_id));
    }
  });

  test.each([
    [1, 'Vater', 'Herr', 'Sohn'],
    [1, 'Mutter', 'Frau', 'Tochter'],
    [1, 'Elternteil', 'Familie', 'Kind'],
    [1, 'Sohn', 'Frau', 'Mutter'],
    [1, 'Patin', 'Herr', 'Patensohn'],
    [2, 'Ehefrau', 'Herr', 'Ehemann'],
    [2, 'Lebensgefährtin', 'Herr', 'Lebensgefährte'],
    [3, 'Erbin', 'Frau', 'Erblasserin'],
    [4, 'Geschäftsführerin', 'Firma', 'Geführtes Unternehmen'],
    [4, 'Geführtes Unternehmen', 'Frau', 'Geschäftsführerin'],
    [4, 'Unternehmen', 'Herr', 'Prokurist'],
    [6, 'Freund', 'Frau', 'Freundin'],
  ])('group %i: %s, seen from a customer addressed as %s, is answered by %s', (kreis, name, anrede, expected) => {
    expect(reverseFor(kreis, name, anrede)).toBe(expected);
  });
});

describe('Sparten', () => {
  const taxOf = (keys: string) => keys.split(' ').map((key) => sparten.find((line) => line.sparte === key)?.steuersatz);

  test('ids count up from 1; ids, keys and names are unique', () => {
    expect(sparten.map(({ id }) => id)).toEqual(sparten.map((_, i) => i + 1));
    expect(sparten, 'Count a new Sparte here').toHaveLength(75);
    for (const key of ['sparte', 'name'] as const) expect(repeated(sparten.map((line) => line[key]))).toEqual([]);
  });

  test('keys are ASCII words, GDV numbers have three digits', () => {
    for (const { sparte, gdv, bereich } of sparten) {
      expect(sparte).toMatch(/^[a-z]+(_[a-z]+)*$/);
      if (gdv !== null) expect(gdv, sparte).toMatch(/^\d{3}$/);
      expect(gdv === null, sparte).toBe(bereich === 'Finanzen' && sparte !== 'bausparen');
    }
  });

  test('insurance tax: none for life, health and non-insurance, 19 % otherwise except for the reduced rates', () => {
    expect(taxOf('feuer hausrat wohngebaeude unfall_prg')).toEqual([13.2, 16.15, 16.34, 3.8]);
    const reduced = ['feuer', 'hausrat', 'wohngebaeude', 'unfall_prg'];
    for (const { sparte, bereich, steuersatz } of sparten.filter((line) => !reduced.includes(line.sparte))) {
      const exempt = ['Leben', 'Betriebliche Vorsorge', 'Kranken', 'Finanzen'].includes(bereich);
      expect(steuersatz, sparte).toBe(exempt ? 0 : 19);
    }
  });

  test('notice: three months at most, one for motor insurance, two for statutory health insurance', () => {
    for (const { sparte, bereich, kuendigungsfrist, auto_verlaengerung } of sparten) {
      expect(kuendigungsfrist, sparte).toBeLessThanOrEqual(3);
      if (bereich === 'Kraftfahrt') expect(kuendigungsfrist, sparte).toBe(1);
      if (auto_verlaengerung) expect(kuendigungsfrist, sparte).toBeGreaterThan(0);
    }
    expect(sparten.find(({ sparte }) => sparte === 'gkv')?.kuendigungsfrist).toBe(2);
  });
});
