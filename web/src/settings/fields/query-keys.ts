export const FIELDS_KEY = ['fields'];
