/** A whole number above 0 that an option of a command gives. @throws with the name of the option */
export const countOption = (name: string, text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} ${text} is no whole number above 0.`);
};
