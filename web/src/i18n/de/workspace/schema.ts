/** Built-in labels of fields and entries of select lists are German in the API: other languages translate them. */
export const schema: { readonly label: Readonly<Record<string, string>> } = { label: {} };
