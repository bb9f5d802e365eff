/** Payments in a year by the interval of a contract, as it is stored: in lower case and without blanks. */
export const YEARLY_PAYMENTS: Readonly<Record<string, number>> = Object.freeze({
  jährlich: 1,
  jaehrlich: 1,
  halbjährlich: 2,
  halbjaehrlich: 2,
  vierteljährlich: 4,
  vierteljaehrlich: 4,
  monatlich: 12,
  einmalig: 0,
  beitragsfrei: 0,
});
