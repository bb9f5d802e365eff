export const TAGS_KEY = ['tags'];
