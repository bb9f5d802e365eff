export const reference = {
  title: 'API-Referenz',
};
