export const RELATION_TYPES_KEY = ['relation-types'];
