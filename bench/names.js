// Names and towns of which the benchmarks make people.

/** Names are made of these, two or three a name: 100,000 names that share beginnings, ends and inner parts as names do. */
export const SYLLABLES =
  'ar bach bel berg brand chen dorf eck eich feld fried ger grim hart hof holz horn ing jan kamp kel kirch klein kraus lang lich lind mann mar mei mül nau ober pfeil quast rich roth schön sieg stein tal ul vogt wald weiss wil zorn'.split(
    ' ',
  );
export const GIVEN =
  'Erika Max Jürgen Käthe Anna Lukas Sophie Jonas Mia Paul Emma Felix Lena Tim Marie Finn Laura Ben Clara Leon Ida Noah Greta Emil'.split(
    ' ',
  );
export const TOWNS =
  'Berlin Köln München Hamburg Leipzig Dresden Bonn Ulm Trier Kiel Essen Jena Halle Bremen Mainz Fulda Gera Hagen Worms Celle'.split(
    ' ',
  );
